import { connectionConfig, newClient } from '../database/connection';
import { ChainHeads } from './chain-heads';

const STATEMENT_TIMEOUT_MS = 600_000;

/** Locked: replicas that start together wait for one another. */
const LOCK = 'LOCK TABLE audit_heads IN EXCLUSIVE MODE';
/** SELECT 1, because a distributed database refuses an EXISTS without columns here. */
const ENDS = `SELECT DISTINCT ON (organization_id) organization_id AS chain, position, hash FROM audit_seals
  WHERE NOT EXISTS (SELECT 1 FROM audit_heads) ORDER BY organization_id, position DESC`;
const KEEP = `INSERT INTO audit_heads (organization_id, position, hash, signature)
  SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bytea[], $4::bytea[]) RETURNING position`;

/**
 * Signs the ends of chains that were made before ends were signed, all at once and only while none is: from then on a
 * chain without a signed end is a broken one. It proves that nothing changes from now on; what was before, a
 * verification before the update does.
 *
 * @param url connects as an owner of the database, while no process of the service uses it
 * @param logger is told, because somebody who has removed all ends would have them signed anew by this
 */
export async function signChains(
  url: string,
  heads: ChainHeads,
  logger: { warn(details: object, message: string): void },
): Promise<void> {
  const client = newClient(connectionConfig(url, null, STATEMENT_TIMEOUT_MS));
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL app.unscoped = 'the ends of audit chains are signed, once'`);
    await client.query(LOCK);
    const { rows } = await client.query<{ chain: string; position: string; hash: Buffer }>(ENDS);
    if (rows.length > 0) {
      const signatures = rows.map(({ chain, position, hash }) =>
        heads.sign(chain, { position: Number(position), hash }),
      );
      const columns = [rows.map((row) => row.chain), rows.map((row) => row.position), rows.map((row) => row.hash)];
      await client.query(KEEP, [...columns, signatures]);
      logger.warn({ chains: rows.length }, 'the ends of audit chains that were not signed yet are signed now');
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
