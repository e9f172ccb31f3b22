import { Client } from 'pg';
import { TableColumn, type DataSource, type EntityMetadata } from 'typeorm';
import { createDataSource } from '../../src/platform/database/data-source';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database';
import { readCatalogue } from './catalogue';

interface Column {
  type: string;
  nullable: boolean;
}

/** TypeORM's own. */
const WITHOUT_ENTITY = ['migrations'];

const COLUMNS = `
  SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1, a.attnum`;

describe('entities and migrations', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = createDataSource(database.url, null, 2);
    await dataSource.initialize();
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('agree on every column, its type and whether it may be null', async () => {
    const tables = new Map<string, Record<string, Column>>();
    for (const { table, name, type, nullable } of await dataSource.query(COLUMNS)) {
      tables.set(table, { ...tables.get(table), [name]: { type, nullable } });
    }
    const entities = dataSource.entityMetadatas;
    expect([...entities.map((entity) => entity.tableName), ...WITHOUT_ENTITY].sort()).toEqual(
      [...tables.keys()].sort(),
    );
    for (const entity of entities) {
      expect({ table: entity.tableName, columns: columnsOf(entity) }).toEqual({
        table: entity.tableName,
        columns: tables.get(entity.tableName),
      });
    }
  });

  it('agree on the primary keys', async () => {
    const client = new Client(database.url);
    await client.connect();
    const { tables } = await readCatalogue(client);
    await client.end();
    for (const entity of dataSource.entityMetadatas) {
      const declared = entity.primaryColumns.map((column) => column.databaseName);
      const actual = tables.find((table) => table.name === entity.tableName)?.primaryKey;
      expect({ table: entity.tableName, key: declared.sort() }).toEqual({
        table: entity.tableName,
        key: [...(actual ?? [])].sort(),
      });
    }
  });

  /** As TypeORM would write them into a migration, in PostgreSQL's spelling. */
  function columnsOf(entity: EntityMetadata): Record<string, Column> {
    const { driver } = dataSource;
    return Object.fromEntries(
      entity.columns.map((column) => {
        const { databaseName: name, precision, scale, isArray, isNullable } = column;
        const type = driver.createFullType(
          new TableColumn({ name, type: driver.normalizeType(column), precision, scale, isArray }),
        );
        return [name, { type: type.toLowerCase().replace(' array', '[]'), nullable: isNullable }];
      }),
    );
  }
});

describe('the migrations', () => {
  it('run up, all the way down, and up again to the same schema', async () => {
    const database = await createEmptyDatabase();
    const dataSource = createDataSource(database.url, null, 2);
    await dataSource.initialize();
    try {
      const run = await dataSource.runMigrations({ transaction: 'each' });
      expect(run.length).toBeGreaterThanOrEqual(2);
      const first = await describeSchema(dataSource);
      expect(first.filter((line) => line.includes('tours')).length).toBeGreaterThan(5);

      for (const _migration of run) await dataSource.undoLastMigration({ transaction: 'each' });
      expect((await describeSchema(dataSource)).filter((line) => !line.includes('migrations'))).toEqual([]);

      await dataSource.runMigrations({ transaction: 'each' });
      expect(await describeSchema(dataSource)).toEqual(first);
    } finally {
      await dataSource.destroy();
      await database.drop();
    }
  });
});

/** Everything the migrations make, one line each. */
async function describeSchema(dataSource: DataSource): Promise<string[]> {
  const rows: { line: string }[] = await dataSource.query(`
    SELECT concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable, column_default, datetime_precision, numeric_precision, numeric_scale) AS line
    FROM information_schema.columns WHERE table_schema IN ('public', 'audit_years')
    UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname IN ('public', 'audit_years')
    UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace::regnamespace::text IN ('public', 'audit_years')
    UNION ALL SELECT concat_ws(' ', 'policy', tablename, policyname, cmd, qual, with_check) FROM pg_policies WHERE schemaname IN ('public', 'audit_years')
    UNION ALL SELECT 'trigger ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'function ' || pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace::regnamespace::text IN ('public', 'audit_years')
    UNION ALL SELECT concat_ws(' ', 'sequence', sequencename) FROM pg_sequences WHERE schemaname = 'public'
    ORDER BY 1`);
  return rows.map((row) => row.line);
}
