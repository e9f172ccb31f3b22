import type { Type } from '@nestjs/common';
import { tableOf } from './table';

const distributed = new Map<Type, readonly string[]>();

/**
 * Marks an entity whose rows are spread over the machines of a cluster by their organization (ADR 39): they grow with what
 * organizations do, and are never looked up before the organization is known.
 *
 * @param after tables that must be spread before: those it refers to, and those its triggers write to
 */
export function Distributed(...after: readonly string[]): ClassDecorator {
  return (entity) => void distributed.set(entity as unknown as Type, after);
}

/** Statements about a table's triggers, to be run before the tables are spread, and afterwards. */
interface TriggerStatements {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const triggers: TriggerStatements[] = [];

/** Says what becomes of the triggers of an entity's table where it is spread over several machines. */
export function DistributedTriggers(statements: TriggerStatements): ClassDecorator {
  return () => void triggers.push(statements);
}

/** The statements about triggers. Complete when all entities are loaded. */
export function distributedTriggers(when: keyof TriggerStatements): readonly string[] {
  return triggers.flatMap((statements) => statements[when]);
}

let sorted: readonly string[] | undefined;

/** The tables whose entities are marked, each after those it needs. Complete when all entities are loaded. */
export function distributedTables(): readonly string[] {
  return (sorted ??= inOrder(new Map([...distributed].map(([entity, after]) => [tableOf(entity).name, after]))));
}

function inOrder(needs: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const add = (table: string): void => {
    if (done.has(table)) return;
    for (const needed of needs.get(table) ?? []) add(needed);
    done.add(table);
  };
  for (const table of [...needs.keys()].sort()) add(table);
  return [...done];
}
