import { expect, type BrowserContext, type Page } from '@playwright/test';

/** What went wrong in the browser without anybody seeing it: errors in its console, and scripts that threw. */
export class PageFaults {
  private readonly faults: string[] = [];
  private readonly allowed: RegExp[] = [];

  /** Watches every page of a browser, also those that it opens itself. */
  watch(context: BrowserContext): void {
    const watchPage = (page: Page) => {
      page.on('pageerror', (error) => this.faults.push(`${error.name}: ${error.message}`));
      page.on('console', (message) => {
        const { url } = message.location();
        if (message.type() === 'error') this.faults.push(`${message.text()} (${url})`);
      });
    };
    context.pages().forEach(watchPage);
    context.on('page', watchPage);
  }

  /** For a test that makes something fail on purpose: browsers log every response of 400 and above. */
  allow(fault: RegExp): void {
    this.allowed.push(fault);
  }

  expectNone(): void {
    expect(this.faults.filter((fault) => !this.allowed.some((allowed) => allowed.test(fault)))).toEqual([]);
  }
}
