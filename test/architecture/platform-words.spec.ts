import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const SOURCES = resolve(__dirname, '../../src');

const textsBelow = (folder: string, pattern: RegExp): { path: string; text: string }[] =>
  readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name) && !name.endsWith('.spec.ts'))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(SOURCES, folder, name), 'utf8') }));

const foundIn = (folder: string, pattern: RegExp): string[] =>
  textsBelow(folder, /\.entity\.ts$/).flatMap(({ text }) => [...text.matchAll(pattern)].map((m) => m[1]!));

const tables = foundIn('modules', /@Entity\(\{ name: '(\w+)'/g);
/** Columns of more than one word: a single one, such as `name`, says nothing about what has it. */
const COLUMN = /\) ([a-z]+[A-Z]\w*): /g;
const ofPlatform = new Set(foundIn('platform', COLUMN));
const columns = [...new Set(foundIn('modules', COLUMN))].filter((name) => !ofPlatform.has(name));
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What the platform names itself, so that modules take these words from it. */
const OF_THE_PLATFORM: Readonly<Record<string, string>> = {
  organizationId: 'the tenant, whom both walls are about',
  userId: 'who is asking, where it is a person',
  impersonatorId: 'who is asking as somebody else',
  credentialId: 'what somebody asks with',
  requestId: 'what somebody asks',
  externalId: 'the name of a rule for fields',
  codeKey: 'how the kernel compares codes that people type',
  emailKey: 'how the kernel compares e-mail addresses',
  replyTo: 'a header of e-mails',
  rateLimit: 'the operator sets it',
  mailDailyLimit: 'the operator sets it',
  superAdmin: 'who is asking, where it is an operator',
  updatedAt: 'a column that lists are sorted by',
  startedAt: 'of a request, in its log',
  endsAt: 'of a credential',
  endedAt: 'of a token',
  expiresAt: 'of a token',
};
/** An event of the outbox, which has nothing to do with those that organizations plan. */
const OUTBOX = /^platform\/outbox\//;
const OF_THE_OUTBOX = ['eventId', 'event_id'];

const domainColumns = columns.filter((name) => !(name in OF_THE_PLATFORM)).flatMap((name) => [name, snake(name)]);
const TABLE_IN_SQL = new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE|TABLE|ON) (?:public\\.)?(${tables.join('|')})\\b`, 'g');
/** A statement that reads the tenants themselves. */
const TENANTS = 'organizations';

/** The names of modules' tables and columns that a file has outside of comments. */
function domainWordsIn(path: string, text: string): string[] {
  const words = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) words.add(node.text);
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      for (const word of node.text.match(/\w+/g) ?? []) words.add(word);
      for (const [, table] of node.text.matchAll(TABLE_IN_SQL)) words.add(`table ${table}`);
    }
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  const domain = [...domainColumns, ...tables.filter((table) => table !== TENANTS).map((table) => `table ${table}`)];
  return domain.filter((word) => words.has(word) && !(OUTBOX.test(path) && OF_THE_OUTBOX.includes(word)));
}

describe('the platform', () => {
  it('knows no table and no column of a module by name', () => {
    expect(tables).toEqual(expect.arrayContaining(['tours', 'expenses', 'webhook_endpoints']));
    expect(domainColumns).toEqual(expect.arrayContaining(['tour_id', 'eventId', 'guest_id', 'capacityOverride']));
    const files = textsBelow('platform', /\.ts$/);
    expect(files.length).toBeGreaterThan(150);
    const knowing = files.flatMap(({ path, text }) => domainWordsIn(path, text).map((word) => `${path}: ${word}`));
    expect(knowing).toEqual([]);
  });

  it.each([
    ['const a = { tourId: 1 };', 'tourId'],
    ["const a = 'SELECT event_id';", 'event_id'],
    ['guest.tagKeys = [];', 'tagKeys'],
    ['const a = `${b} JOIN vehicles v`;', 'table vehicles'],
    ["const a = 'ALTER TABLE expenses DISABLE TRIGGER x';", 'table expenses'],
  ])('would be found to know something in %s', (code, word) => {
    expect(domainWordsIn('platform/x.ts', code)).toEqual([word]);
  });

  it('is not found to know what only comments say', () => {
    expect(domainWordsIn('platform/x.ts', '/** Of a tourId, FROM tours */ const a = 1;')).toEqual([]);
  });
});
