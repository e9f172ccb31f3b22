import { distributedTables } from '../database/distributed';

let sharded: RegExp | undefined;
const TABLE = /\b(?:FROM|JOIN)\s+(?!LATERAL\b)(\w+)\b(?!\s*\()/g;
const OF_ONE_ORGANIZATION = /organization_id = \(?\$1\b/;

/** Whether a statement reads rows that a distributed database has on several machines. */
export function readsShards(text: string): boolean {
  sharded ??= new RegExp(`\\b(?:${distributedTables().join('|')})\\b`);
  return sharded.test(text);
}

/**
 * Whether such a statement goes as a whole to one machine: it reads rows of one organization, and nothing that is on the
 * coordinator. A name of a sub-select counts as such a thing, too.
 */
export function goesToOneShard(text: string): boolean {
  return (
    OF_ONE_ORGANIZATION.test(text) &&
    [...text.matchAll(TABLE)].every(([, name = '']) => distributedTables().includes(name))
  );
}
