import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** Seconds of the keystroke-level model. */
const SECONDS = { key: 0.2, click: 1.1, decision: 1.35 };

export interface Counted {
  readonly clicks: number;
  readonly keys: number;
  readonly decisions: number;
  readonly seconds: number;
}

/** Somebody at a screen whose clicks, keys and decisions are counted. */
export class Effort {
  private clicks = 0;
  private keys = 0;
  private decisions = 0;

  constructor(private readonly page: Page) {}

  /** A click that somebody has to think about: which one, of all there is. */
  async click(target: Locator): Promise<void> {
    this.decisions++;
    await this.goOn(target);
  }

  /** A click that follows from the one before. */
  async goOn(target: Locator): Promise<void> {
    this.clicks++;
    await target.click();
  }

  /** Types where the focus is, without a click: what the screen has not focused is typed nowhere. */
  async type(field: Locator, text: string): Promise<void> {
    await expect(field).toBeFocused();
    this.decisions++;
    this.keys += [...text].length;
    await this.page.keyboard.type(text);
  }

  /** A key that follows from what was typed, such as Tab or Enter. */
  async press(key: string, times = 1): Promise<void> {
    this.keys += times;
    for (let index = 0; index < times; index++) await this.page.keyboard.press(key);
  }

  /** A shortcut of several keys at once. */
  async shortcut(keys: string): Promise<void> {
    this.decisions++;
    this.keys += keys.split('+').length;
    await this.page.keyboard.press(keys);
  }

  get counted(): Counted {
    const { clicks, keys, decisions } = this;
    const seconds = keys * SECONDS.key + clicks * SECONDS.click + decisions * SECONDS.decision;
    return { clicks, keys, decisions, seconds: Math.round(seconds * 10) / 10 };
  }
}
