import { connectionConfig, isPooledByTransaction, newClient } from './connection';

const APPLICATION_ROLE = 'tour_events_app';
/** Any number that nothing else in the database locks. */
const ROLE_LOCK = 7_202_604;

/** The database can't enforce the separation of tenants. Its message is the one line shown to the operator. */
class UnsafeDatabaseRoleError extends Error {}

/**
 * Decides which role the service's connections run as. PostgreSQL ignores row-level security for superusers and for
 * roles with BYPASSRLS, so such a connection drops to an ordinary role, which may only read and write rows and is
 * created here if it is missing. An ordinary owner stays what it is: the policies are forced on owners too.
 *
 * Call it after migrations: the grants cover the tables that exist.
 *
 * @param appendOnlyTables whose rows the role may not change or delete
 * @returns the role to drop to, or null when the login is ordinary
 * @throws UnsafeDatabaseRoleError when the login bypasses the policies and no ordinary role can be made
 */
export async function prepareApplicationRole(url: string, appendOnlyTables: readonly string[]): Promise<string | null> {
  const client = newClient(connectionConfig(url, null, 60_000));
  await client.connect();
  try {
    await client.query('BEGIN');
    const login = await client.query<{ bypasses: boolean }>(
      'SELECT rolsuper OR rolbypassrls AS bypasses FROM pg_roles WHERE rolname = current_user',
    );
    if (!login.rows[0]?.bypasses) return null;
    if (isPooledByTransaction(url)) throw new Error('a connection that is lent by the transaction keeps no role');
    await client.query('SELECT pg_advisory_xact_lock($1)', [ROLE_LOCK]);
    await client.query(`
      DO $$ BEGIN
        CREATE ROLE ${APPLICATION_ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END $$`);
    await client.query(`GRANT ${APPLICATION_ROLE} TO CURRENT_USER`);
    await client.query(`GRANT USAGE ON SCHEMA public TO ${APPLICATION_ROLE}`);
    await client.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${APPLICATION_ROLE}`);
    await client.query(`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${APPLICATION_ROLE}`);
    await client.query(`REVOKE UPDATE, DELETE, TRUNCATE ON ${appendOnlyTables.join(', ')} FROM ${APPLICATION_ROLE}`);
    await client.query('COMMIT');
    return APPLICATION_ROLE;
  } catch (error) {
    throw new UnsafeDatabaseRoleError(
      `DATABASE_URL logs in as a role that bypasses row-level security, and the ordinary role "${APPLICATION_ROLE}" ` +
        `could not be made (${(error as Error).message}). Log in as an ordinary owner of the database instead.`,
    );
  } finally {
    await client.end();
  }
}
