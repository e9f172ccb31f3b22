import { currentOrganizationId } from '../context/request-context';
import { named } from '../database/named';
import type { Transaction } from '../transaction/transaction';

const EXCLUSIVE = named(`SELECT pg_advisory_xact_lock(hashtextextended('erasure:' || $1::text, 0))`);
const SHARED = named(`SELECT pg_advisory_xact_lock_shared(hashtextextended('erasure:' || $1::text, 0))`);

/**
 * Lets one erasure at a time work in the organization in scope, while nobody copies personal values: what is copied
 * before is erased, and what is copied after has nothing to copy. Until the transaction ends.
 */
export async function lockForErasure({ client }: Transaction): Promise<void> {
  await client.query({ ...EXCLUSIVE, values: [currentOrganizationId()] });
}

/** For those who copy personal values from one table to another; any number of them may at once. */
export async function lockForCopying({ client }: Transaction): Promise<void> {
  await client.query({ ...SHARED, values: [currentOrganizationId()] });
}
