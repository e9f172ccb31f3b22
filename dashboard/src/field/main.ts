import './field.css';
import { element } from './dom';
import { FieldPage } from './field-page';
import { Store, type OpenedLink } from './store';
import { Sync } from './sync';
import { language, words } from './words';

const root = document.querySelector<HTMLElement>('#field')!;

/** The link in the address, or the one that the phone has opened before. */
async function openedLink(store: Store): Promise<OpenedLink | null> {
  const known = (await store.link()) ?? null;
  const token = location.hash.slice(1);
  if (!token.startsWith('tef_') || token === known?.token) return known;
  const link: OpenedLink = {
    token,
    device: known?.device ?? `phone-${crypto.randomUUID()}`,
    pin: null,
    view: null,
    etag: null,
    clockOffsetMs: known?.clockOffsetMs ?? 0,
    endedAt: null,
  };
  if (known !== null) await keepEnd(store, known);
  await store.openLink(link);
  return link;
}

/** What waits of a link that was revoked remembers when that was: names are forgotten a day later. */
async function keepEnd(store: Store, { endedAt, view }: OpenedLink): Promise<void> {
  if (endedAt === null || view === null) return;
  await store.changeScans((scan) =>
    scan.eventId === view.event.id && endedAt < scan.endsAt ? { ...scan, endsAt: endedAt } : scan,
  );
}

async function start(): Promise<void> {
  document.documentElement.lang = language;
  if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/field-worker.js', { scope: '/field' });
  const store = await Store.open();
  const link = await openedLink(store);
  if (link === null) return root.replaceChildren(element('p', { textContent: words.noLink }));
  void navigator.storage?.persist?.();
  addEventListener('hashchange', () => location.reload());
  await new FieldPage(root, store, new Sync(store, link)).start();
}

start().catch(() =>
  root.replaceChildren(element('p', { className: 'bad', role: 'alert', textContent: words.storage })),
);
