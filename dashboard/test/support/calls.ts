import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserContext, Download, Page } from '@playwright/test';

/** What the browsers of a run have asked the API for; the tests' own calls are not among it. */
const FOLDER = resolve(import.meta.dirname, '../../../node_modules/.cache/browser-calls');

/** Notes every request of a browser's pages to the API. */
export function noteCalls(context: BrowserContext): () => void {
  const calls = new Set<string>();
  const note = (method: string, url: string) => {
    const { pathname } = new URL(url);
    if (pathname.startsWith('/api/')) calls.add(`${method} ${pathname}`);
  };
  const noteRequest = (request: { method: () => string; url: () => string }) => note(request.method(), request.url());
  // What a link with `download` asks for is no request of the page.
  const noteDownload = (download: Download) => note('GET', download.url());
  const watch = (page: Page) => page.on('download', noteDownload);
  context.on('request', noteRequest);
  context.pages().forEach(watch);
  context.on('page', watch);
  return () => {
    context.off('request', noteRequest);
    context.off('page', watch);
    mkdirSync(FOLDER, { recursive: true });
    appendFileSync(join(FOLDER, `${process.pid}.txt`), [...calls, ''].join('\n'));
  };
}

export function forgetCalls(): void {
  rmSync(FOLDER, { recursive: true, force: true });
}

export function notedCalls(): Set<string> {
  try {
    return new Set(readdirSync(FOLDER).flatMap((name) => readFileSync(join(FOLDER, name), 'utf8').split('\n')));
  } catch {
    return new Set();
  }
}
