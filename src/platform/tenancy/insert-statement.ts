import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import type { QueryConfig } from 'pg';
import { named } from '../database/named';

/**
 * The INSERT of an entity, built once from TypeORM's metadata. TypeORM's own query builder rebuilds the text for every
 * row and sends it unnamed, so PostgreSQL has to parse and plan it every time.
 */
export class InsertStatement {
  private readonly statement: QueryConfig;

  constructor(private readonly entity: EntityMetadata) {
    const columns = entity.columns.map((column) => `"${column.databaseName}"`);
    const places = columns.map((_, index) => `$${index + 1}`);
    this.statement = named(`INSERT INTO "${entity.tableName}" (${columns.join(', ')}) VALUES (${places.join(', ')})`);
  }

  /** @param row must have every field of the entity */
  of(row: ObjectLiteral): QueryConfig {
    const { driver } = this.entity.connection;
    const values = this.entity.columns.map(
      (column) => driver.preparePersistentValue(column.getEntityValue(row), column) as unknown,
    );
    return { ...this.statement, values };
  }
}
