import { Injectable } from '@nestjs/common';
import { firstOf } from '../../kernel/lists';
import { currentOrganizationId } from '../context/request-context';
import { BY_INDEX } from '../database/by-index';
import { UnitOfWork } from './unit-of-work';

/** Rows that one transaction deletes: few enough that others wait only briefly for its locks. */
const BATCH_SIZE = 1_000;

/** A table with rows of organizations, and the tables that refer to it. Names are quoted as needed. */
interface Table {
  name: string;
  referredToBy: string[];
}

const TABLES = `
  SELECT c.oid::regclass::text AS name,
    (SELECT coalesce(array_agg(f.conrelid::regclass::text), '{}') FROM pg_constraint f
     WHERE f.confrelid = c.oid AND f.contype = 'f' AND f.conrelid <> c.oid) AS "referredToBy"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1) ORDER BY 1`;

/**
 * All rows of an organization, whatever tables there are: a new table needs no new code. The list of tables is read
 * from PostgreSQL's catalogue, and row-level security ensures that no other organization's rows are touched.
 */
@Injectable()
export class TenantRows {
  private readonly lasting: string[] = [];

  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Called at start by a part whose tables outlive their organization: {@link deleteAll} skips them. */
  keep(tables: readonly string[]): void {
    this.lasting.push(...tables);
  }

  /**
   * Deletes all rows of the organization in scope, except its own row and those of tables to {@link keep}, with one transaction per
   * batch. Rows go before those they refer to, so that deleting a batch never cascades to more rows.
   *
   * @param stop checked between batches; once aborted, the rest is left for another run
   * @returns whether all rows are deleted
   */
  async deleteAll(stop: AbortSignal): Promise<boolean> {
    const tables = inOrderOfReference(await this.tables());
    // Repeated until a pass finds nothing: triggers of one table may leave rows in another that was empty already.
    let deleted: boolean;
    do {
      deleted = false;
      for (const { name } of tables) {
        while (!stop.aborted && (await this.deleteBatch(name)) > 0) deleted = true;
      }
    } while (deleted && !stop.aborted);
    return !stop.aborted;
  }

  private tables(): Promise<Table[]> {
    return this.unitOfWork.run(
      async () => (await this.unitOfWork.current.client.query<Table>(TABLES, [this.lasting])).rows,
    );
  }

  /**
   * Deletes the rows that the organization's index finds first. Without {@link BY_INDEX} PostgreSQL would keep the plan
   * for the rows that there were at first, and read the whole table, other organizations' rows included, for each
   * batch.
   */
  private deleteBatch(table: string): Promise<number> {
    const batch = `SELECT ctid FROM ${table} WHERE organization_id = $1 LIMIT ${BATCH_SIZE}`;
    const text = `DELETE FROM ${table} WHERE organization_id = $1 AND ctid = ANY (ARRAY(${batch}))`;
    return this.unitOfWork.run(async () => {
      const { client } = this.unitOfWork.current;
      const [, deleted] = await Promise.all([client.query(BY_INDEX), client.query(text, [currentOrganizationId()])]);
      return deleted.rowCount ?? 0;
    });
  }
}

/** Each table after those that refer to it. Where tables refer to each other in a circle any order is as good. */
function inOrderOfReference(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  const rest = new Map(tables.map((table) => [table.name, table]));
  while (rest.size > 0) {
    const free = [...rest.values()].filter((table) => !table.referredToBy.some((name) => rest.has(name)));
    const next = free[0] ?? firstOf(rest.values());
    ordered.push(next);
    rest.delete(next.name);
  }
  return ordered;
}
