'use strict';
/* global self, caches, location */
// Keeps the page of /field and its files on the phone, so that it opens without a network after it was opened once.
const CACHE = 'field';
const PAGE = '/field';
/** The kept files were asked for with other headers than the page asks with. */
const AS_IT_IS = { ignoreVary: true };

self.addEventListener('install', (event) => {
  event.waitUntil(keepPage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname === PAGE && request.mode === 'navigate') event.respondWith(pageNow(event));
  else if (pathname.startsWith('/assets/') || pathname === '/icon.svg') event.respondWith(kept(request));
});

/** The kept page at once, and the newest one the next time. */
async function pageNow(event) {
  const cached = await (await caches.open(CACHE)).match(PAGE, AS_IT_IS);
  if (cached === undefined) return fetch(event.request);
  event.waitUntil(keepPage().catch(() => undefined));
  return cached;
}

async function kept(request) {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(request, AS_IT_IS);
  if (cached !== undefined) return cached;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** Its files first: a page without them would open to nothing. What only the camera needs comes after it. */
async function keepPage() {
  const response = await fetch(PAGE, { headers: { Accept: 'text/html' }, credentials: 'omit', cache: 'no-store' });
  if (!response.ok) throw new Error(String(response.status));
  const cache = await caches.open(CACHE);
  const previous = filesOf((await (await cache.match(PAGE, AS_IT_IS))?.text()) ?? '');
  const page = response.clone();
  const { first, later } = filesOf(await response.text());
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const add = (files) => cache.addAll(files.filter((path) => !known.has(path)));
  await add(first);
  await cache.put(PAGE, page);
  // Tried again when the page is opened the next time.
  await add(later).catch(() => undefined);
  // The page that is open may be the previous one, and load its parts only now.
  const used = new Set([PAGE, ...first, ...later, ...previous.first, ...previous.later]);
  for (const path of known) if (!used.has(path)) await cache.delete(path);
}

/** What a page is made of, and what it names as needed later (`scripts/offline-parts`). */
function filesOf(page) {
  const find = (pattern) => [...page.matchAll(pattern)].map(([, path]) => path);
  return {
    first: find(/(?:src|href)="(\/(?:assets\/[^"]+|icon\.svg))"/g),
    later: find(/content="(\/assets\/[^"]+)"/g),
  };
}
