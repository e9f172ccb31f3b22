import { readCode } from '../shared/camera';
import { button, element, written } from './dom';
import { lineOf } from './guest-words';
import { signal, type Tone } from './signals';
import type { FieldGuest } from './types';
import { words } from './words';

/** A full-screen answer. */
export interface Answer {
  readonly tone: Tone;
  readonly word: string;
  readonly guests?: readonly FieldGuest[];
  /** The name of the link by which they came before, where it was one. */
  readonly where?: string | null | undefined;
  readonly actions?: readonly HTMLElement[];
  /** The scans that it is about: the service may see them otherwise. */
  readonly nonces?: readonly string[];
}

/** The whole screen: the camera, then an answer in colour, word and sound. */
export class Verdict {
  readonly element = element('dialog', { className: 'verdict' });
  /** What it is about. */
  private nonces: readonly string[] = [];
  private cameFromCamera = false;
  private isShown = false;

  /**
   * @param closed back to the list
   * @param scanAgain for whoever scans one after the other
   */
  constructor(
    private readonly closed: () => void,
    private readonly scanAgain: () => void,
  ) {
    // By a key or a gesture of the phone.
    this.element.onclose = () => this.leave();
  }

  /** At once: its event comes later, when the next name may be typed already. */
  private close(): void {
    this.element.close();
    this.leave();
  }

  private leave(): void {
    if (!this.isShown || this.element.open) return;
    this.isShown = false;
    this.nonces = [];
    this.cameFromCamera = false;
    this.closed();
  }

  private open(): void {
    this.isShown = true;
    if (!this.element.open) this.element.showModal();
  }

  /** Whether it is open and says something of a scan. */
  isAbout(nonce: string): boolean {
    return this.element.open && this.nonces.includes(nonce);
  }

  /** Whether it still says that, and nobody has gone on. */
  says(word: string): boolean {
    return this.element.open && this.element.querySelector('.word')?.textContent === word;
  }

  show({ tone, word, guests = [], where, actions = [], nonces = [] }: Answer): void {
    this.nonces = nonces;
    const names = guests.flatMap(({ name }, index) => [index === 0 ? '' : ', ', written(name)]);
    const title = element('h2', { id: 'whom' }, ...names);
    const [only, ...others] = guests;
    const again = this.cameFromCamera ? [button(words.scanAnother, this.scanAgain, 'primary')] : [];
    // What one most likely presses looks like it.
    const hasPrimary = [...actions, ...again].some(
      (each) => each.classList.contains('primary') || each.querySelector('.primary') !== null,
    );
    const next = button(words.next, () => this.close(), hasPrimary ? '' : 'primary');
    this.element.className = `verdict ${tone}`;
    this.element.replaceChildren(
      element('p', { className: 'word', role: 'status', textContent: word }),
      ...(guests.length === 0 ? [] : [title]),
      ...(only === undefined || others.length > 0
        ? []
        : [element('p', { className: 'line', textContent: lineOf(only), dir: 'auto' })]),
      ...(where == null ? [] : [element('p', { className: 'line' }, `${words.cameWith} `, written(where))]),
      element('div', { className: 'actions' }, ...actions, ...again, next),
    );
    this.element.ariaLabel = guests.length === 0 ? word : title.textContent;
    this.open();
    signal(tone);
  }

  /**
   * Shows the camera until it has read a code.
   *
   * @returns null when it was stopped
   * @throws CameraError
   */
  async scan(): Promise<string | null> {
    const stopping = new AbortController();
    const video = element('video', { playsInline: true, muted: true });
    this.element.className = 'verdict camera';
    this.element.ariaLabel = words.scan;
    const buttons = element('div', { className: 'actions' });
    buttons.append(button(words.stop, () => stopping.abort(), 'primary'));
    this.element.replaceChildren(video, buttons);
    // The event may still be that of the answer before.
    const stop = () => {
      if (!this.element.open) stopping.abort();
    };
    this.element.addEventListener('close', stop);
    this.open();
    try {
      const lit = (shine: (on: boolean) => void) => buttons.prepend(lightSwitch(shine));
      const text = await readCode(video, stopping.signal, loadDetector, lit);
      this.cameFromCamera = text !== null;
      if (text === null) this.close();
      return text;
    } finally {
      this.element.removeEventListener('close', stop);
    }
  }
}

/** The service worker keeps its file. */
const loadDetector = async () => (await import('qr/decode.js')).BarcodeDetector;

/** Off at first. */
function lightSwitch(shine: (on: boolean) => void): HTMLElement {
  const light = button(words.light, () => {
    const isOn = light.ariaPressed !== 'true';
    light.ariaPressed = String(isOn);
    shine(isOn);
  });
  light.ariaPressed = 'false';
  return light;
}
