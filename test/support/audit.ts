import { SecretBox } from '../../src/platform/encryption/secret-box';
import { decryptOf } from '../../src/platform/personal/person-cipher';
import { PersonKeys } from '../../src/platform/personal/person-keys';
import type { Json } from './client';
import { sql } from './sql';

const UUID = /^[\da-f-]{36}$/;
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';
/** The key of all services of the tests. */
export const personKeys = new PersonKeys(new SecretBox(Buffer.alloc(32, 7)));

/** Rows of `audit_records` with the values that are encrypted in the table, as whoever has the service's key reads them. */
export async function decrypted(databaseUrl: string, rows: readonly Json[]): Promise<Json[]> {
  const people = rows.flatMap((row) => [row.personal_of, row.actor_id, row.impersonator_id]);
  const text = 'SELECT organization_id, person_id, sealed_key FROM person_keys WHERE person_id = ANY ($1)';
  const found = await sql(databaseUrl, text, [people.filter((id) => UUID.test(id))]);
  const ring = new Map(
    found.map((row) => {
      const person = { organizationId: row.organization_id as string, personId: row.person_id as string };
      return [`${person.organizationId}:${person.personId}`, personKeys.open({ ...person, sealedKey: row.sealed_key })];
    }),
  );
  return rows.map((row) => {
    const open = (personId: string | null, text: string | null, column: string) => {
      const key = ring.get(`${row.organization_id ?? NO_ORGANIZATION}:${personId}`);
      return key == null || text === null ? null : decryptOf(key, text, `audit_records.${column}:${row.id}`);
    };
    const personal = JSON.parse(open(row.personal_of, row.personal, 'personal') ?? '{}');
    const changes = Object.entries(row.changes as Json).map(([field, change]) => [field, change ?? personal[field]]);
    return {
      ...row,
      actor_name: row.actor_type === 'user' ? open(row.actor_id, row.actor_name, 'actor_name') : row.actor_name,
      impersonator_email: open(row.impersonator_id, row.impersonator_email, 'impersonator_email'),
      changes: Object.fromEntries(changes),
    };
  });
}

/** The audit records about a record, oldest first. */
export async function auditOf(databaseUrl: string, recordId: string): Promise<Json[]> {
  const text = 'SELECT * FROM audit_records WHERE target_id = $1 ORDER BY id';
  return decrypted(databaseUrl, await sql(databaseUrl, text, [recordId]));
}
