import type { ClientBase, Pool, QueryResult, QueryResultRow } from 'pg';
import { isId, NIL_ID } from '../../kernel/ids';
import { settleAll } from '../../kernel/settle-all';
import type { Scope } from '../context/request-context';
import { isDistributed } from '../database/distributed-client';
import { named, type NamedStatement } from '../database/named';
import type { Transaction } from '../transaction/transaction';
import { ANNOUNCEMENT, announcementOf } from './open-writes';

const SET_SCOPE = named(`SELECT set_config('app.organization_id', $1, true), set_config('app.unscoped', $2, true)`);
const ANNOUNCE = named(`SELECT ${ANNOUNCEMENT}`);
/** Both in one statement: most of what each costs is that it is a statement. */
const ANNOUNCE_IN_SCOPE = named(
  `SELECT ${ANNOUNCEMENT}, set_config('app.organization_id', $3, true), set_config('app.unscoped', $4, true)`,
);

/**
 * Sets the scope for the rest of a transaction.
 *
 * The coordinator of a distributed database passes SET LOCAL on to the machines that the transaction reaches, but not
 * what set_config does; one by one, because it passes on the text of the whole message.
 */
export function setScope(client: ClientBase, scope: Scope | null): Promise<unknown> {
  const [organizationId, reason] = settingsOf(scope);
  if (!isDistributed(client)) return client.query({ ...SET_SCOPE, values: [organizationId, reason] });
  if (organizationId !== '' && organizationId !== NIL_ID && !isId(organizationId))
    throw new Error('The scope is no id.');
  return Promise.all([
    client.query(`SET LOCAL app.organization_id = '${organizationId}'`),
    client.query(`SET LOCAL app.unscoped = '${reason.replaceAll("'", "''")}'`),
  ]);
}

/** Like {@link setScope}, and says that the transaction may write rows of the scope, see {@link ANNOUNCEMENT}. */
export function announceInScope(transaction: Transaction, scope: Scope): Promise<unknown> {
  const { client } = transaction;
  const announcement = announcementOf(transaction, scope);
  if (!isDistributed(client))
    return client.query({ ...ANNOUNCE_IN_SCOPE, values: [...announcement, ...settingsOf(scope)] });
  return Promise.all([setScope(client, scope), client.query({ ...ANNOUNCE, values: announcement })]);
}

function settingsOf(scope: Scope | null): [organizationId: string, reason: string] {
  if (scope === null) return ['', ''];
  return 'organizationId' in scope ? [scope.organizationId, ''] : ['', scope.unscoped];
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
