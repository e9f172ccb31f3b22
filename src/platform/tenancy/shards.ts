import { DISTRIBUTED_TABLES } from '../database/distributed-tables';

const SHARDED = new RegExp(`\\b(?:${DISTRIBUTED_TABLES.join('|')})\\b`);
const TABLE = /\b(?:FROM|JOIN)\s+(?!LATERAL\b)(\w+)\b(?!\s*\()/g;
const IS_DISTRIBUTED: ReadonlySet<string> = new Set(DISTRIBUTED_TABLES);
const OF_ONE_ORGANIZATION = /organization_id = \(?\$1\b/;

/** Whether a statement reads rows that a distributed database has on several machines. */
export function readsShards(text: string): boolean {
  return SHARDED.test(text);
}

/**
 * Whether such a statement goes as a whole to one machine: it reads rows of one organization, and nothing that is on the
 * coordinator. A name of a sub-select counts as such a thing, too.
 */
export function goesToOneShard(text: string): boolean {
  return OF_ONE_ORGANIZATION.test(text) && [...text.matchAll(TABLE)].every(([, name]) => IS_DISTRIBUTED.has(name!));
}
