import type { QueryConfig } from 'pg';
import type { ObjectLiteral } from 'typeorm';
import { named, type NamedStatement } from '../database/named';
import { tableOf, type Column, type EntityClass } from '../database/table';

const inserts = new Map<EntityClass<ObjectLiteral>, NamedStatement>();

/**
 * The INSERT of a row, whose text is built and planned once per entity.
 *
 * @param row with every field of the entity
 */
export function insertOf<Entity extends ObjectLiteral>(entity: EntityClass<Entity>, row: Entity): QueryConfig {
  const table = tableOf(entity);
  const columns = table.columns.filter(({ generated }) => !generated);
  let statement = inserts.get(entity);
  if (statement === undefined) {
    const list = columns.map(({ name }) => `"${name}"`).join(', ');
    const placeholders = columns.map((_, index) => `$${index + 1}`).join(', ');
    statement = named(`INSERT INTO "${table.name}" (${list}) VALUES (${placeholders})`);
    inserts.set(entity, statement);
  }
  return { ...statement, values: columns.map((column) => valueOf(row, column)) };
}

/**
 * The UPDATE of the row with a key. It has no name, since callers choose among many sets of columns: each connection
 * would keep a plan for every set.
 *
 * @param changes a column that is undefined keeps its value
 */
export function updateOf<Entity extends ObjectLiteral>(
  entity: EntityClass<Entity>,
  key: Partial<Entity>,
  changes: Partial<Entity>,
): QueryConfig {
  const { name, columns } = tableOf(entity);
  const { condition, values } = keyed(columns, key);
  const changed = columns.filter(({ property }) => changes[property] !== undefined);
  const settings = [
    ...changed.map((column, index) => `"${column.name}" = $${values.length + index + 1}`),
    ...columns.filter(({ counted }) => counted).map((column) => `"${column.name}" = "${column.name}" + 1`),
  ];
  return {
    text: `UPDATE "${name}" SET ${settings.join(', ')} WHERE ${condition}`,
    values: [...values, ...changed.map((column) => valueOf(changes, column))],
  };
}

/** The DELETE of the row with a key. */
export function deleteOf<Entity extends ObjectLiteral>(entity: EntityClass<Entity>, key: Partial<Entity>): QueryConfig {
  const { name, columns } = tableOf(entity);
  const { condition, values } = keyed(columns, key);
  return { text: `DELETE FROM "${name}" WHERE ${condition}`, values };
}

function keyed(columns: readonly Column[], key: ObjectLiteral): { condition: string; values: unknown[] } {
  const parts = columns.filter(({ property }) => key[property] !== undefined);
  if (parts.length === 0) throw new Error('A row without a key.');
  return {
    condition: parts.map(({ name }, index) => `"${name}" = $${index + 1}`).join(' AND '),
    values: parts.map((column) => valueOf(key, column)),
  };
}

function valueOf(row: ObjectLiteral, { property, json }: Column): unknown {
  const value: unknown = row[property];
  return json && value != null ? JSON.stringify(value) : value;
}
