import { JSDOM, VirtualConsole } from 'jsdom';
import { eventually } from './eventually';

const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** A page of the service as a person has it open in a browser: its script runs, and talks to the service. */
export class BrowserPage {
  /** What went wrong on the page, such as an error in its script. */
  readonly failures: string[] = [];
  /** Of the requests that its script made. */
  readonly responses: Response[] = [];
  private dom: JSDOM;

  private constructor(
    readonly url: string,
    readonly response: Response,
  ) {}

  /** Follows a link, and waits for the page and its script. @param language that the browser asks for */
  static async open(url: string, language?: string): Promise<BrowserPage> {
    const headers = { Accept: ACCEPT, ...(language !== undefined && { 'Accept-Language': language }) };
    const response = await fetch(url, { headers });
    const page = new BrowserPage(url, response);
    await page.load(await response.text());
    return page;
  }

  get document(): Document {
    return this.dom.window.document;
  }

  /** What somebody who looks at the page can read, blanks as one. */
  get text(): string {
    const body = this.document.body.cloneNode(true) as HTMLElement;
    for (const unseen of body.querySelectorAll('[hidden], noscript, script')) unseen.remove();
    return body.textContent.replace(/\s+/g, ' ').trim();
  }

  get title(): string {
    return this.document.title;
  }

  /** Types into the field with this label. */
  fill(label: string, value: string): void {
    this.field(label).value = value;
  }

  /** Picks one of a few. */
  choose(label: string): void {
    this.field(label).click();
  }

  field(label: string): HTMLInputElement {
    const found = [...this.document.querySelectorAll('label')].find(({ textContent }) => textContent.trim() === label);
    const field = (found?.control ?? null) as HTMLInputElement | null;
    if (field === null) throw new Error(`No field is called ${label}.`);
    return field;
  }

  /** What is wrong with a field, as assistive technology finds it too (aria-describedby). */
  complaintAbout(label: string): string | null {
    const field = this.field(label);
    const described =
      field.getAttribute('aria-describedby') ?? field.closest('fieldset')?.getAttribute('aria-describedby');
    const notes = (described ?? '').split(' ').map((id) => this.document.getElementById(id));
    const complaint = notes.find((note) => note !== null && note.className === 'error' && !note.hidden);
    return complaint?.textContent ?? null;
  }

  /** Presses a button, and waits until the page is done with it. */
  async press(words: string): Promise<void> {
    const button = [...this.document.querySelectorAll('button')].find(
      ({ textContent }) => textContent.trim() === words,
    );
    if (button === undefined || button.closest('[hidden]') !== null) throw new Error(`No button says ${words}.`);
    button.click();
    await eventually('the page to be done', () =>
      Promise.resolve(this.document.querySelector('[aria-busy="true"]') === null ? true : null),
    );
  }

  close(): void {
    this.dom.window.close();
  }

  private async load(markup: string): Promise<void> {
    const virtualConsole = new VirtualConsole();
    // jsdom reads less of CSS than browsers do.
    virtualConsole.on('jsdomError', (error) => {
      if (!error.message.includes('parse CSS')) this.failures.push(error.message);
    });
    this.dom = new JSDOM(markup, {
      url: this.url,
      runScripts: 'dangerously',
      resources: 'usable',
      virtualConsole,
      beforeParse: (window) => {
        window.fetch = (input, init) => this.fetch(String(input), init);
      },
    });
    await new Promise((resolve) => this.dom.window.addEventListener('load', resolve));
  }

  /** Adds the headers by which a browser says where a request comes from (Fetch Standard, 3.2). */
  private async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const { origin, href } = this.dom.window.location;
    const url = new URL(address, href);
    const own = { Origin: origin, 'Sec-Fetch-Site': url.origin === origin ? 'same-origin' : 'cross-site' };
    const response = await fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...own } });
    this.responses.push(response.clone());
    return response;
  }
}
