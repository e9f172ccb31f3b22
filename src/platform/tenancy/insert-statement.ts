import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import type { QueryConfig } from 'pg';
import { named } from './statement';

/**
 * The INSERT of an entity, written once from what TypeORM knows of it. Its own query builder writes the same text anew for
 * every row and sends it unnamed, so that PostgreSQL has to parse and plan it every time.
 */
export class InsertStatement {
  private readonly statement: QueryConfig;

  constructor(private readonly entity: EntityMetadata) {
    const columns = entity.columns.map((column) => `"${column.databaseName}"`);
    const places = columns.map((_, index) => `$${index + 1}`);
    this.statement = named(`INSERT INTO "${entity.tableName}" (${columns.join(', ')}) VALUES (${places.join(', ')})`);
  }

  /** @param row with every field of the entity */
  of(row: ObjectLiteral): QueryConfig {
    const { driver } = this.entity.connection;
    const values = this.entity.columns.map(
      (column) => driver.preparePersistentValue(column.getEntityValue(row), column) as unknown,
    );
    return { ...this.statement, values };
  }
}
