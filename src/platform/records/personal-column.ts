import type { Type } from '@nestjs/common';

/**
 * How a column keeps what it says of people: `record`, as the record itself shows it, until an erasure empties it;
 * `encrypted` under a key of the person or of the service; `hashed` by a key, so that nobody can try values; `passing`,
 * gone when the work is done.
 */
export type PersonalStorage = 'record' | 'encrypted' | 'hashed' | 'passing';

/** A column that may say something of a person. */
export interface PersonalColumn {
  readonly entity: Type;
  readonly property: string;
  readonly storage: PersonalStorage;
}

const columns: PersonalColumn[] = [];

/** Marks a column that may say something of a person. Columns without it say nothing of anybody. */
export function Personal(storage: PersonalStorage): PropertyDecorator {
  return (entity, property) =>
    void columns.push({ entity: entity.constructor as Type, property: String(property), storage });
}

/** All columns that may say something of a person. Complete when all entities are loaded. */
export function personalColumns(): readonly PersonalColumn[] {
  return columns;
}
