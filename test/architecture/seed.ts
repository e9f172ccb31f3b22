import type { Client } from 'pg';

interface Column {
  table: string;
  name: string;
  type: string;
  needed: boolean;
  /** The words that a CHECK constraint allows, when it does. */
  allowed: string[] | null;
}

const COLUMNS = `
  SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type,
    a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AND a.attgenerated = '' AS needed,
    (SELECT array_agg(word[1]) FROM pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''', 'g') AS word
     WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]) AS allowed
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> 'migrations'
  ORDER BY c.relname, a.attnum`;

/** Makes rows for any table out of what the catalogue says of its columns, so that a new table needs no new test code. */
export class Seeder {
  private constructor(private readonly columns: readonly Column[]) {}

  static async read(client: Client): Promise<Seeder> {
    return new Seeder((await client.query<Column>(COLUMNS)).rows);
  }

  get tables(): string[] {
    return [...new Set(this.columns.map((column) => column.table))];
  }

  /** The tables whose rows belong to one organization, with the column that says to which. */
  organizationColumn(table: string): string | null {
    if (table === 'organizations') return 'id';
    return this.columns.some((column) => column.table === table && column.name === 'organization_id')
      ? 'organization_id'
      : null;
  }

  /** A column whose change hands no row over to another organization. */
  otherColumn(table: string): string {
    const owner = this.organizationColumn(table);
    const others = this.columns.filter((column) => column.table === table && column.name !== owner);
    return (others.find(({ needed }) => needed) ?? others[0]!).name;
  }

  /** An INSERT of one row of the organization, with a value for every column that needs one. */
  insertion(table: string, organizationId: string): string {
    const owner = this.organizationColumn(table);
    const columns = this.columns.filter((column) => column.table === table && (column.needed || column.name === owner));
    const values = columns.map((column) => (column.name === owner ? `'${organizationId}'` : someValue(column)));
    return `INSERT INTO ${table} (${columns.map((column) => column.name).join(', ')}) VALUES (${values.join(', ')})`;
  }
}

function someValue({ type, allowed, table, name }: Column): string {
  if (allowed?.[0] !== undefined) return `'${allowed[0]}'`;
  switch (type) {
    case 'uuid':
      return 'gen_random_uuid()';
    case 'text':
      return 'gen_random_uuid()::text';
    case 'bytea':
      return `decode(replace(gen_random_uuid()::text, '-', ''), 'hex')`;
    case 'timestamp with time zone':
      return 'now()';
    case 'date':
      return 'current_date';
    case 'boolean':
      return 'true';
    case 'integer':
    case 'bigint':
    case 'numeric':
      return '1';
    case 'text[]':
    case 'uuid[]':
    case 'timestamp with time zone[]':
    case 'json':
    case 'jsonb':
      return `'{}'`;
    default:
      throw new Error(`${table}.${name}: add a value of the type ${type} here.`);
  }
}
