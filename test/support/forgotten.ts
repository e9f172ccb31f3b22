import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestApp } from './app';
import { sql } from './sql';

/**
 * Every row of every table that says one of the values, in whatever type of column, and the table's name. Of a service of
 * the test's own: in a shared one, other files may have written the same.
 */
export function findings(service: TestApp, values: readonly string[]): Promise<string[]> {
  return findingsIn(service.databaseUrl, values);
}

/** What {@link findings} finds, in a database that no service runs on, such as a backup. */
export async function findingsIn(databaseUrl: string, values: readonly string[]): Promise<string[]> {
  const tables = await sql(
    databaseUrl,
    `SELECT c.oid::regclass::text AS name FROM pg_class c
     WHERE c.relkind IN ('r', 'p', 'm') AND c.relnamespace::regnamespace::text IN ('public', 'audit_years')`,
  );
  // Binary columns as text, too: a value in UTF-8 is one there as well.
  const patterns = values.flatMap((value) => [value, Buffer.from(value).toString('hex')]).map((text) => `%${text}%`);
  const found: string[] = [];
  for (const { name } of tables) {
    // In lower case once for each row: ILIKE does it again for each pattern.
    const rows = await sql(
      databaseUrl,
      `SELECT text FROM (SELECT to_jsonb(t)::text AS text, lower(to_jsonb(t)::text) AS lower FROM ${name} t OFFSET 0) AS r
       WHERE lower LIKE ANY ($1)`,
      [patterns.map((pattern) => pattern.toLowerCase())],
    );
    found.push(...rows.map((row) => `${name}: ${row.text}`));
  }
  return found;
}

/** Where a dump of the database or a file of the service says one of the values. */
export async function leaks({ databaseUrl, dataDir }: TestApp, values: readonly string[]): Promise<string[]> {
  const says = (text: string) => values.filter((value) => text.toLowerCase().includes(value.toLowerCase()));
  const dump = await sql(databaseUrl, `SELECT database_to_xml(true, false, '')::text AS text`);
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
  return [
    ...says(dump[0].text).map((value) => `dump: ${value}`),
    ...files.flatMap((file) => says(readFileSync(file, 'latin1')).map((value) => `${file}: ${value}`)),
  ];
}
