import { Client, escapeLiteral } from 'pg';
import { currentContext } from '../../src/platform/context/request-context';
import type { Json } from './client';

/** A statement that the service sent, with its values. */
export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

type Query = (this: Client, ...parameters: unknown[]) => unknown;

/** Listens to what all connections of this process send, as long as it is not closed. */
export class SentStatements {
  private readonly original = Client.prototype.query as unknown as Query;
  private readonly byRequest = new Map<string, Sent[]>();
  private all: Sent[] = [];

  constructor() {
    const { original, byRequest } = this;
    const keep = (sent: Sent) => this.all.push(sent);
    const listening: Query = function (this: Client, ...parameters) {
      const [config] = parameters as [Json];
      const text = typeof config === 'string' ? config : config?.text;
      const values = config?.values ?? (Array.isArray(parameters[1]) ? parameters[1] : []);
      const id = requestId();
      if (id !== null && typeof text === 'string') {
        byRequest.set(id, [...(byRequest.get(id) ?? []), { text, values }]);
        keep({ text, values });
      }
      return original.apply(this, parameters);
    };
    Client.prototype.query = listening as unknown as typeof Client.prototype.query;
  }

  /** What was sent for the request with this X-Request-Id. */
  of(id: string): readonly Sent[] {
    return this.byRequest.get(id) ?? [];
  }

  /** What was sent since the last call, for all requests and by the work that they started. */
  take(): readonly Sent[] {
    const taken = this.all;
    this.all = [];
    return taken;
  }

  close(): void {
    Client.prototype.query = this.original as unknown as typeof Client.prototype.query;
  }
}

function requestId(): string | null {
  try {
    return currentContext().requestId;
  } catch {
    return null;
  }
}

/** How a statement looks at a table. */
export interface Scan {
  readonly table: string;
  readonly kind: string;
  /** What is looked up in the index, or by where it lies; empty for none. */
  readonly condition: string;
}

/**
 * How PostgreSQL would run a statement.
 *
 * @param client a connection that row-level security binds
 * @param planned `generic` is the plan for any values, which PostgreSQL keeps for a statement sent often; `custom` is the
 * plan for these
 */
export async function scansOf(client: Client, sent: Sent, planned: 'generic' | 'custom'): Promise<Scan[]> {
  await client.query(`SET plan_cache_mode = force_${planned}_plan`);
  await client.query(`PREPARE explained AS ${sent.text}`);
  try {
    return scansIn(await explain(client, 'explained', sent.values, 'FORMAT JSON'), null);
  } finally {
    await client.query('DEALLOCATE explained');
  }
}

/** Runs a prepared statement and gives how many rows it looks at of each table, or of what it names so itself (WITH). */
export async function rowsReadBy<Name extends string>(
  client: Client,
  name: string,
  values: Sent['values'],
  tables: Record<Name, string>,
): Promise<Record<Name, number>> {
  const plan = await explain(client, name, values, 'ANALYZE, FORMAT JSON');
  const read = Object.entries<string>(tables).map(([table, relation]) => [table, rowsReadIn(plan, relation)]);
  return Object.fromEntries(read) as Record<Name, number>;
}

/** What a statement costs. */
export interface Cost {
  /** Rows that the steps of its plan took in hand, those that they dropped included. */
  readonly rows: number;
  readonly pages: number;
}

/** Runs a statement and gives what that cost. */
export async function costOf(client: Client, statement: string, values: Sent['values'] = []): Promise<Cost> {
  const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`, [...values]);
  const plan: Json = rows[0]['QUERY PLAN'][0].Plan;
  return { rows: rowsIn(plan), pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] };
}

function rowsIn(step: Json): number {
  const counts = Object.keys(step).filter((key) => key === 'Actual Rows' || key.startsWith('Rows Removed'));
  const own = counts.reduce((sum, key) => sum + step[key], 0) * step['Actual Loops'];
  return ((step.Plans ?? []) as Json[]).reduce((sum, below) => sum + rowsIn(below), own);
}

/** How a prepared statement is run with these values. */
export function executing(name: string, values: Sent['values']): string {
  return `EXECUTE ${name}${values.length === 0 ? '' : `(${values.map(literal).join(', ')})`}`;
}

async function explain(client: Client, name: string, values: Sent['values'], options: string): Promise<Json> {
  const { rows } = await client.query(`EXPLAIN (${options}) ${executing(name, values)}`);
  return rows[0]['QUERY PLAN'][0].Plan as Json;
}

function rowsReadIn(node: Json, table: string): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const isOf = [node['Relation Name'], node['CTE Name']].includes(table) && node['Node Type'].endsWith('Scan');
  const own = isOf ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0;
  return ((node.Plans ?? []) as Json[]).reduce((sum, child) => sum + rowsReadIn(child, table), own);
}

function scansIn(node: Json, table: string | null): Scan[] {
  const kind: string = node['Node Type'];
  // A bitmap scan names its table above and what it looks up below.
  const scanned: string | null = node['Relation Name'] ?? table;
  const below = ((node.Plans ?? []) as Json[]).flatMap((child) =>
    scansIn(child, kind.startsWith('Bitmap') ? scanned : null),
  );
  if (scanned === null || kind === 'Bitmap Heap Scan' || !kind.endsWith('Scan')) return below;
  return [...below, { table: scanned, kind, condition: node['Index Cond'] ?? node['TID Cond'] ?? '' }];
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (value instanceof Date) return escapeLiteral(value.toISOString());
  if (Buffer.isBuffer(value)) return escapeLiteral(`\\x${value.toString('hex')}`);
  if (Array.isArray(value)) return escapeLiteral(`{${value.map(element).join(',')}}`);
  return escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** A value inside of an array's literal. */
function element(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Buffer.isBuffer(value)) return JSON.stringify(`\\x${value.toString('hex')}`);
  return JSON.stringify(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
