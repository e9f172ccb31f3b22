import { readdirSync, readFileSync } from 'node:fs';
import { posix, resolve, sep } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '..', '..');

type Tables = Map<string, Set<string>>;
const { columnsAsText, tablesOf } = jest.requireActual<{
  tablesOf: (sources: ts.SourceFile[]) => Tables;
  columnsAsText: (source: ts.SourceFile, tables: Tables) => { node: ts.Node; name: string }[];
}>('../../scripts/sql-columns');

/** Columns that must be named as text, and why. */
const STAYS: Record<string, string> = {
  'src/kernel/parent-ids.ts tour_id': 'of the columns that several tables have alike; the kernel knows no entity',
  'src/modules/reach/announcements/announcement.entity.ts expires_at': 'the entity itself says which rows are kept',
  'src/platform/personal/person-keys.ts o.id': 'the platform knows no entity of a module',
  'src/platform/revocation/revocations.ts user_id': 'of any table whose rows end with a user’s rights',
  'src/platform/tenancy/tenant-rows.ts organization_id': 'of any table of tenants',
  'src/platform/tokens/one-time-tokens.ts ended_at': 'of any table of tokens',
};

const sources = sourceFiles();
const tables = tablesOf(sources);

describe('a statement written by hand', () => {
  it('is read beside the columns of all tables', () => {
    expect(tables.size).toBeGreaterThan(80);
    expect([...tables].filter(([, columns]) => columns.size === 0)).toEqual([]);
    expect([...(tables.get('events') ?? [])]).toEqual(
      expect.arrayContaining(['organization_id', 'starts_at', 'revision']),
    );
  });

  it('takes the columns of our tables from their entities (columnsOf)', () => {
    const found = sources.flatMap((source) =>
      columnsAsText(source, tables).map(({ name }) => `${source.fileName} ${name}`),
    );
    expect([...new Set(found)].sort()).toEqual(Object.keys(STAYS).sort());
  });
});

describe('the reader of literals', () => {
  it.each([
    ['`SELECT e.id FROM events e WHERE ${EVENT.id} = $1`', 'e.id'],
    ["'SELECT name FROM tours WHERE TRUE'", 'name'],
    ["'UPDATE tours SET name = $2'", 'name'],
    ['`INSERT INTO tours (organization_id, ${BATCH.columns}) ${X}`', 'organization_id'],
    ['`INSERT INTO tours AS t (name) SELECT $1 ON CONFLICT (${X}) DO NOTHING`', 'name'],
    ["'DELETE FROM tours WHERE id = $1'", 'id'],
    ["'WITH a AS (SELECT) UPDATE tours t SET name = $2, updated_at = $3 FROM a'", 'name'],
    ["'WITH a AS (SELECT) UPDATE tours t SET ${X} = $2, updated_at = $3 FROM a'", 'updated_at'],
    ['`SELECT FROM ${EVENTS} WHERE e.starts_at > $1`', 'e.starts_at'],
    ["'AND organization_id = $1'", 'organization_id'],
    ["'e.starts_at'", 'e.starts_at'],
    ['`WITH due AS (SELECT ${EVENT.id} FROM events e) SELECT due.id FROM due JOIN tours t ON t.id = due.id`', 't.id'],
    ["new Map([['a', 'FROM events e'], ['b', 'e.name']])", 'e.name'],
  ])('finds in %s', (code, name) => {
    expect(columnsAsText(fileWith(code), tables).map((found) => found.name)).toEqual([name]);
  });

  it.each([
    ['`SELECT ${EVENT.id}, count(*) AS starts_at FROM events e`'],
    ['`SELECT wish.starts_at FROM unnest($1::timestamptz[]) AS wish (starts_at), ${TOURS}`'],
    ['`SELECT last.id FROM (SELECT ${EVENT.id} FROM events e) AS last`'],
    ['`WITH due AS (SELECT ${EVENT.id} FROM events e) SELECT due.id FROM due`'],
    ["`SELECT json_build_object('starts_at', ${EVENT.startsAt}) FROM events e`"],
    ['`SELECT ${EVENT.startsAt} AS "starts_at" FROM events e`'],
    ["'WITH due AS (SELECT) SELECT starts_at FROM due, events e WHERE ${EVENT.id} = due.id'"],
    ["'guest.checked_in'"],
    ["'events could not be sent, and no name is given'"],
    ['`events.questions:${id}`'],
    ['`CREATE FUNCTION f() RETURNS trigger AS $$ SELECT starts_at FROM events $$`'],
  ])('finds nothing in %s', (code) => {
    expect(columnsAsText(fileWith(code), tables)).toEqual([]);
  });
});

function fileWith(code: string): ts.SourceFile {
  return ts.createSourceFile('src/modules/room/x/x.ts', code, ts.ScriptTarget.Latest, true);
}

function sourceFiles(): ts.SourceFile[] {
  return readdirSync(resolve(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join('src', path.split(sep).join('/')))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .map((path) => ts.createSourceFile(path, readFileSync(resolve(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true));
}
