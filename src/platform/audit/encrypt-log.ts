import type { Client } from 'pg';
import { connectionConfig, newClient } from '../database/connection';
import { isLogPlain, rememberLogEncrypted } from '../encryption/log-encryption';
import { encryptFor } from '../personal/person-cipher';
import { PersonKeys, type PersonRef } from '../personal/person-keys';
import { PLATFORM_CHAIN } from './audit-chain';
import type { Changes } from '../records/record-kind';
import { partsOf, placeOfPersonal, type PersonalColumn } from './audit-trail';

/** All records are encrypted in one transaction: others must not see half a log. */
const STATEMENT_TIMEOUT_MS = 600_000;
const BATCH_SIZE = 1_000;

/** A record of before, with everything readable. */
interface PlainRecord {
  id: string;
  organizationId: string;
  actorType: string;
  actorId: string | null;
  actorName: string | null;
  impersonatorId: string | null;
  impersonatorEmail: string | null;
  targetType: string;
  targetId: string;
  changes: Changes;
}

const GUARDED = `SELECT c.oid::regclass::text AS name FROM pg_class c
  WHERE c.oid IN ('audit_records'::regclass, 'audit_seals'::regclass)
    OR c.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'audit_records'::regclass)`;
const NEXT = `SELECT id, organization_id AS "organizationId", actor_type AS "actorType", actor_id AS "actorId",
    actor_name AS "actorName", impersonator_id AS "impersonatorId", impersonator_email AS "impersonatorEmail",
    target_type AS "targetType", target_id AS "targetId", changes
  FROM audit_records WHERE id > $1 ORDER BY id LIMIT ${BATCH_SIZE}`;
const ENCRYPT = `UPDATE audit_records r SET actor_name = new.actor_name, impersonator_email = new.impersonator_email,
    personal_of = new.personal_of, personal = new.personal, changes = new.changes
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::json[])
    AS new (id, actor_name, impersonator_email, personal_of, personal, changes)
  WHERE r.id = new.id`;
/** In the order in which they were sealed or waited. What is put at position 0 is the head of the old chain. */
const NEW_CHAINS = [
  `CREATE TEMPORARY TABLE in_order ON COMMIT DROP AS
     SELECT organization_id, audit_record_id, 0 AS part, position AS place FROM audit_seals WHERE position > 0 UNION ALL
     SELECT organization_id, audit_record_id, 1, number FROM audit_unsealed`,
  `CREATE TEMPORARY TABLE heads ON COMMIT DROP AS
     SELECT DISTINCT ON (organization_id) organization_id, hash FROM audit_seals ORDER BY organization_id, position DESC`,
  'DELETE FROM audit_seals',
  'DELETE FROM audit_unsealed',
  `INSERT INTO audit_seals (organization_id, position, audit_record_id, hash, sealed_at)
     SELECT organization_id, 0, gen_random_uuid(), hash, now() FROM heads`,
  `INSERT INTO audit_unsealed (organization_id, audit_record_id)
     SELECT organization_id, audit_record_id FROM in_order ORDER BY organization_id, part, place`,
];

/**
 * Encrypts the personal values of a log that was written before there were keys for people, once. The seals were of
 * readable records, so each organization gets a new chain, which begins with the head of the old one: whoever kept that
 * seal, in an export, finds it there. It proves that the new chain was made of a log that ended with that seal, and not
 * what the records of before were: for that, verify the log before the update.
 *
 * @param url connects as an owner of the database, while no process of the service uses it
 */
export async function encryptLog(url: string, keys: PersonKeys): Promise<void> {
  const client = newClient(connectionConfig(url, null, STATEMENT_TIMEOUT_MS));
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL app.unscoped = 'the audit log is encrypted, once'`);
    if (await isLogPlain(client)) {
      if ((await client.query('SELECT FROM audit_records LIMIT 1')).rows.length > 0) await encryptAll(client, keys);
      await rememberLogEncrypted(client);
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

async function encryptAll(client: Client, keys: PersonKeys): Promise<void> {
  const { rows: guarded } = await client.query<{ name: string }>(GUARDED);
  for (const { name } of guarded) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  const people = new NewKeys(keys);
  let last = PLATFORM_CHAIN;
  for (;;) {
    const { rows } = await client.query<PlainRecord>(NEXT, [last]);
    if (rows.length === 0) break;
    const encrypted = rows.map((record) => encryptedColumns(record, people));
    await client.query(
      ENCRYPT,
      [0, 1, 2, 3, 4, 5].map((column) => encrypted.map((row) => row[column])),
    );
    last = rows.at(-1)!.id;
  }
  await people.keep(client);
  for (const statement of NEW_CHAINS) await client.query(statement);
  for (const { name } of guarded) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
}

function encryptedColumns(record: PlainRecord, people: NewKeys): unknown[] {
  const { id, organizationId, actorType, actorId, actorName, impersonatorId, impersonatorEmail, targetType } = record;
  const encrypt = (personId: string | null, text: string | null, column: PersonalColumn) =>
    personId === null || text === null
      ? text
      : encryptFor(people.keyOf({ organizationId, personId }), text, placeOfPersonal(column, id));
  const { open, personal } = partsOf(targetType, record.changes);
  const personId = people.personOf(record);
  return [
    id,
    actorType === 'user' ? encrypt(actorId, actorName, 'actor_name') : actorName,
    encrypt(impersonatorId, impersonatorEmail, 'impersonator_email'),
    personal && personId,
    personal && encrypt(personId, JSON.stringify(personal), 'personal'),
    JSON.stringify(open),
  ];
}

/** The keys of those whom the records speak of, made as they are met. */
class NewKeys {
  private readonly made = new Map<string, PersonRef & { key: Buffer; sealedKey: Buffer }>();
  /** Who is behind records that are about somebody else's: guests on events, members, team members. */
  private readonly people = new Map<string, string>();

  constructor(private readonly keys: PersonKeys) {}

  keyOf(person: PersonRef): Buffer {
    const name = `${person.organizationId}:${person.personId}`;
    const made = this.made.get(name) ?? { ...person, ...this.keys.newKey(person) };
    this.made.set(name, made);
    return made.key;
  }

  /** Records are met in the order of time: the first one names the guest or the user. */
  personOf({ targetId, changes }: PlainRecord): string {
    const { guestId, userId } = changes;
    const named = [guestId?.after, guestId?.before, userId?.after, userId?.before].find((id) => typeof id === 'string');
    if (named !== undefined) this.people.set(targetId, named as string);
    return this.people.get(targetId) ?? targetId;
  }

  async keep(client: Client): Promise<void> {
    await this.keys.keep([...this.made.values()], client);
  }
}
