import type { ClientBase, Pool, QueryResult, QueryResultRow } from 'pg';
import { isId, NIL_ID } from '../../kernel/ids';
import { settleAll } from '../../kernel/settle-all';
import type { Scope } from '../context/request-context';
import { isDistributed } from '../database/distributed-client';
import { named, type NamedStatement } from '../database/named';

const SET_SCOPE = named(`SELECT set_config('app.organization_id', $1, true), set_config('app.unscoped', $2, true)`);

/**
 * Sets the scope for the rest of a transaction.
 *
 * The coordinator of a distributed database passes SET LOCAL on to the machines that the transaction reaches, but not
 * what set_config does; one by one, because it passes on the text of the whole message.
 */
export function setScope(client: ClientBase, scope: Scope | null): Promise<unknown> {
  const organizationId = scope !== null && 'organizationId' in scope ? scope.organizationId : '';
  const reason = scope !== null && 'unscoped' in scope ? scope.unscoped : '';
  if (!isDistributed(client)) return client.query({ ...SET_SCOPE, values: [organizationId, reason] });
  if (organizationId !== '' && organizationId !== NIL_ID && !isId(organizationId))
    throw new Error('The scope is no id.');
  return Promise.all([
    client.query(`SET LOCAL app.organization_id = '${organizationId}'`),
    client.query(`SET LOCAL app.unscoped = '${reason.replaceAll("'", "''")}'`),
  ]);
}

/** Reads in a transaction of its own: to several machines no statement takes its scope along. */
export async function readInTransaction<Row extends QueryResultRow>(
  pool: Pick<Pool, 'connect'>,
  scope: Scope,
  statement: NamedStatement<Row>,
  values: unknown[],
): Promise<QueryResult<Row>> {
  const client = await pool.connect();
  let failed = true;
  try {
    const [, , result] = await settleAll([
      client.query('BEGIN READ ONLY'),
      setScope(client, scope),
      client.query<Row>({ ...statement, values }),
      client.query('COMMIT'),
    ] as const);
    failed = false;
    return result;
  } finally {
    client.release(failed);
  }
}
