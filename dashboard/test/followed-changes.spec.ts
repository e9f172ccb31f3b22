import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { follows, type Change, type Followed } from '../src/shared/followed-changes';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = resolve(import.meta.dirname, '../src');

const { components } = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')) as {
  components: { schemas: { ChangeType: { enum: readonly Change[] } } };
};

const texts = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join(SOURCES, name), 'utf8'));

const words = (list: string): string[] => [...list.matchAll(/'([^']+)'/g)].map(([, word]) => word!);

/** How a query says what its key begins with: its own, or the resource's. */
const KEYS = /(?:queryKey: \[|(?:reading|paging)\(\s*\[|resource\(\{\s+name: '[\w -]+',\s+key: )'([\w-]+)'/g;

/** What the queries of the dashboard follow, by the beginning of their keys. */
const queries = texts.flatMap((text) => [
  ...[...text.matchAll(KEYS)].map(([, key]) => ({ queryKey: [key!], meta: undefined })),
  ...[...text.matchAll(/^followChanges\(([^)]+)\)/gm)].map(([, list]) => {
    const [key, ...followed] = words(list!);
    return { queryKey: [key!], meta: { follows: followed as Followed[] } };
  }),
]);

/** Kinds of records that no screen shows. */
const SHOWN_NOWHERE: readonly string[] = ['access_link', 'party'];

test('every change by others makes queries stale, and not only those of webhooks', () => {
  expect(queries.length).toBeGreaterThan(80);
  const own = queries.filter(({ queryKey: [key] }) => key !== 'webhooks');
  const unfollowed = components.schemas.ChangeType.enum.filter(
    (change) => !change.startsWith('webhook.') && !own.some((query) => follows(query, change)),
  );
  expect(
    unfollowed.filter((change) => !SHOWN_NOWHERE.includes(change.split('.')[0]!)),
    'let a query follow them, or name the kind of record among those that no screen shows',
  ).toEqual([]);
});

test('queries follow the records that their key is named after, what they name themselves, and nothing else', () => {
  const stale = (key: string, change: Change, ...followed: Followed[]) =>
    follows({ queryKey: [key, 'list'], meta: { follows: followed } }, change);
  expect(stale('tours', 'tour.created')).toBe(true);
  expect(stale('settings', 'settings.updated')).toBe(true);
  expect(stale('team-members', 'team_member.added')).toBe(true);
  expect(stale('tours', 'event.created')).toBe(false);
  expect(stale('tours', 'event.created', 'event')).toBe(true);
  expect(stale('guests', 'event_guest.added', 'event')).toBe(false);
  expect(stale('events', 'guest.rsvp', 'guest.rsvp')).toBe(true);
  expect(stale('events', 'guest.updated', 'guest.rsvp')).toBe(false);
  expect(stale('webhooks', 'guest.updated', '*')).toBe(true);
});

test('queries that follow something are there', () => {
  const read = new Set(queries.filter(({ meta }) => meta === undefined).map(({ queryKey: [key] }) => key));
  expect(queries.filter(({ meta, queryKey: [key] }) => meta !== undefined && !read.has(key!))).toEqual([]);
});
