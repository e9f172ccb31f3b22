import type { Client } from 'pg';

export interface Table {
  name: string;
  columns: string[];
  primaryKey: string[];
  secured: boolean;
  forced: boolean;
  policies: number;
}

export interface Index {
  name: string;
  table: string;
  unique: boolean;
  /** In their order; an expression stands as its text. */
  columns: string[];
}

export interface ForeignKey {
  name: string;
  table: string;
  columns: string[];
  references: string;
  referenced: string[];
}

export interface Catalogue {
  tables: Table[];
  indexes: Index[];
  foreignKeys: ForeignKey[];
}

const TABLES = `
  SELECT c.relname AS name, c.relrowsecurity AS secured, c.relforcerowsecurity AS forced,
    (SELECT count(*)::int FROM pg_policy p WHERE p.polrelid = c.oid) AS policies,
    (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
    coalesce((SELECT array_agg(a.attname::text ORDER BY k.position)
     FROM pg_constraint p CROSS JOIN LATERAL unnest(p.conkey) WITH ORDINALITY AS k(number, position)
     JOIN pg_attribute a ON a.attrelid = p.conrelid AND a.attnum = k.number
     WHERE p.conrelid = c.oid AND p.contype = 'p'), '{}') AS "primaryKey"
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`;

const INDEXES = `
  SELECT i.indexrelid::regclass::text AS name, i.indrelid::regclass::text AS table, i.indisunique AS unique,
    array_agg(pg_get_indexdef(i.indexrelid, position, true) ORDER BY position) AS columns
  FROM pg_index i CROSS JOIN LATERAL generate_series(1, i.indnkeyatts) AS position
  JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace
  GROUP BY i.indexrelid, i.indrelid, i.indisunique ORDER BY 1`;

const FOREIGN_KEYS = `
  SELECT f.conname AS name, f.conrelid::regclass::text AS table, f.confrelid::regclass::text AS references,
    array_agg(a.attname::text ORDER BY k.position) AS columns, array_agg(b.attname::text ORDER BY k.position) AS referenced
  FROM pg_constraint f CROSS JOIN LATERAL unnest(f.conkey, f.confkey) WITH ORDINALITY AS k(number, other, position)
  JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.number
  JOIN pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = k.other
  WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace
  GROUP BY f.oid ORDER BY 2, 1`;

/** What PostgreSQL itself says about the schema. */
export async function readCatalogue(client: Client): Promise<Catalogue> {
  return {
    tables: (await client.query<Table>(TABLES)).rows,
    indexes: (await client.query<Index>(INDEXES)).rows,
    foreignKeys: (await client.query<ForeignKey>(FOREIGN_KEYS)).rows,
  };
}
