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
  return (await (await caches.open(CACHE)).match(request, AS_IT_IS)) ?? fetch(request);
}

/** Its files first: a page without them would open to nothing. */
async function keepPage() {
  const response = await fetch(PAGE, { headers: { Accept: 'text/html' }, credentials: 'omit', cache: 'no-store' });
  if (!response.ok) throw new Error(String(response.status));
  const cache = await caches.open(CACHE);
  const page = response.clone();
  const files = new Set(
    [...(await response.text()).matchAll(/"(\/(?:assets\/[^"]+|icon\.svg))"/g)].map(([, path]) => path),
  );
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll([...files].filter((path) => !known.has(path)));
  await cache.put(PAGE, page);
  for (const path of known) if (path !== PAGE && !files.has(path)) await cache.delete(path);
}
