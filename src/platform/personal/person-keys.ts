import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { NIL_ID } from '../../kernel/ids';
import { named } from '../database/named';
import { SecretBox, UnreadableSecret } from '../encryption/secret-box';
import type { Transaction } from '../transaction/transaction';
import { PERSON_KEY_BYTES } from './person-cipher';
import { select, columnList, columnsOf } from '../database/table';
import { PersonKey } from './person-key.entity';

const BARE_PERSON_KEY = columnsOf(PersonKey);
const EXCLUDED = columnsOf(PersonKey, 'excluded');

/** A person in an organization's log; the nil UUID stands for the platform's own. */
export interface PersonRef {
  readonly organizationId: string;
  readonly personId: string;
}

/** A person of whom something is written; `isNew` when the transaction has just made them, so that they have no key. */
export interface WantedPerson extends PersonRef {
  readonly isNew?: boolean;
}

/** The row of a key, as statements read it. */
export interface PersonKeyRow extends PersonRef {
  readonly sealedKey: Buffer | null;
}

/** Keys of those of whom something was written or read last. */
const MAX_CACHED = 10_000;

const INSERT =
  named(`INSERT INTO person_keys (${columnList(PersonKey, 'organizationId', 'personId', 'sealedKey', 'createdAt')})
  SELECT organization_id, person_id, decode(sealed_key, 'base64'), now()
  FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS given (organization_id, person_id, sealed_key)
  ORDER BY organization_id, person_id
  ON CONFLICT (${columnList(PersonKey, 'organizationId', 'personId')}) DO NOTHING`);
/** Whoever was just made has no key: to allow for one would write three records of WAL for each, instead of two. */
const INSERT_NEW =
  named(`INSERT INTO person_keys (${columnList(PersonKey, 'organizationId', 'personId', 'sealedKey', 'createdAt')})
  SELECT organization_id, person_id, decode(sealed_key, 'base64'), now()
  FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS given (organization_id, person_id, sealed_key)`);
const READ = named<PersonKeyRow>(`SELECT ${select(PersonKey, 'k', 'organizationId', 'personId', 'sealedKey').columns}
  FROM unnest($1::uuid[], $2::uuid[]) AS wanted (organization_id, person_id)
  CROSS JOIN LATERAL (SELECT * FROM person_keys
    WHERE ${BARE_PERSON_KEY.organizationId} = wanted.organization_id
      AND ${BARE_PERSON_KEY.personId} = wanted.person_id LIMIT 1) AS k`);

const DESTROY = named(`INSERT INTO person_keys
      (${columnList(PersonKey, 'organizationId', 'personId', 'sealedKey', 'createdAt', 'erasedAt')})
  VALUES ($1, $2, NULL, $3, $3)
  ON CONFLICT (${columnList(PersonKey, 'organizationId', 'personId')}) DO UPDATE
  SET ${BARE_PERSON_KEY.sealedKey} = NULL, ${BARE_PERSON_KEY.erasedAt} = ${EXCLUDED.erasedAt}`);

const DESTROY_IN = named(`INSERT INTO person_keys
      (${columnList(PersonKey, 'organizationId', 'personId', 'sealedKey', 'createdAt', 'erasedAt')})
  SELECT organization_id, $1, NULL, $3, $3 FROM unnest($2::uuid[]) AS given (organization_id)
  ON CONFLICT (${columnList(PersonKey, 'organizationId', 'personId')}) DO UPDATE
  SET ${BARE_PERSON_KEY.sealedKey} = NULL, ${BARE_PERSON_KEY.erasedAt} = ${EXCLUDED.erasedAt}`);
// By the key of each organization: there is no index by person alone, which each new guest would pay for.
const KNOWING = named<{ organizationId: string }>(`SELECT o.id AS "organizationId" FROM organizations o
  CROSS JOIN LATERAL (SELECT FROM person_keys
    WHERE ${BARE_PERSON_KEY.organizationId} = o.id AND ${BARE_PERSON_KEY.personId} = $1 LIMIT 1) AS known
  ORDER BY o.id`);

/** The key of a person, null once it is destroyed. */
type Key = Buffer | null;

/**
 * The keys that personal values are written under. Writers may use a key from memory after it was destroyed: what they
 * write is then as unreadable as the rest. Readers ask the table instead, see {@link PersonalValues}.
 */
@Injectable()
export class PersonKeys {
  private readonly cache = new Map<string, Buffer>();
  /** What {@link open} opened last, by person and sealed key: a page of the log has many keys, and is read again. */
  private readonly opened = new Map<string, Buffer>();
  private readonly ofTransactions = new WeakMap<Transaction, { rollbacks: number; known: Map<string, Key> }>();

  constructor(private readonly box: SecretBox) {}

  /**
   * Reads or makes the keys of people, so that {@link get} knows them in this transaction. It waits for the database
   * only for people whose key is not in memory, and who are not new.
   */
  async prepare(people: readonly WantedPerson[], transaction: Transaction): Promise<void> {
    const known = this.knownTo(transaction);
    const missing = new Map<string, WantedPerson>();
    for (const person of people) {
      const name = qualifiedPersonId(person);
      if (known.has(name)) continue;
      const cached = this.cache.get(name);
      if (cached !== undefined) known.set(name, cached);
      else if (!missing.has(name) || person.isNew) missing.set(name, person);
    }
    if (missing.size > 0) await this.make([...missing.values()], known, transaction);
  }

  /** The key of a person who was prepared; null when it was destroyed. */
  get(person: PersonRef, transaction: Transaction): Key {
    return this.knownTo(transaction).get(qualifiedPersonId(person)) ?? null;
  }

  /** The key of a row, or null when it was destroyed. @throws UnreadableSecret when the row was changed */
  open(row: PersonKeyRow): Key {
    if (row.sealedKey === null) return null;
    // By what the row has now: a key that was destroyed, changed or moved is not found.
    const name = `${qualifiedPersonId(row)}:${row.sealedKey.toString('latin1')}`;
    const known = this.opened.get(name);
    if (known !== undefined) return known;
    const key = Buffer.from(this.box.open(row.sealedKey, contextOf(row)), 'base64');
    if (key.length !== PERSON_KEY_BYTES) throw new UnreadableSecret('This is no key of a person.');
    this.opened.set(name, key);
    dropOldest(this.opened);
    return key;
  }

  /** Like {@link open}, but a row that somebody changed reads like a destroyed key. */
  openIfReadable(row: PersonKeyRow): Key {
    try {
      return this.open(row);
    } catch (error) {
      if (error instanceof UnreadableSecret) return null;
      throw error;
    }
  }

  /** Destroys the key of a person, also of one of whom nothing was written yet: nothing can be any more. */
  async destroy({ organizationId, personId }: PersonRef, now: Date, { client }: Transaction): Promise<void> {
    await client.query({ ...DESTROY, values: [organizationId, personId, now] });
  }

  /**
   * Destroys the keys of a user in all logs, the platform's too.
   *
   * @param organizationIds in which nothing can be written of them any more, even if nothing was so far
   * @returns the organizations whose logs knew them, and those
   */
  async destroyEverywhere(
    personId: string,
    organizationIds: readonly string[],
    now: Date,
    { client }: Transaction,
  ): Promise<string[]> {
    const { rows } = await client.query<{ organizationId: string }>({ ...KNOWING, values: [personId] });
    const all = [...new Set([...rows.map(({ organizationId }) => organizationId), ...organizationIds])].sort();
    await client.query({ ...DESTROY_IN, values: [personId, [NIL_ID, ...all], now] });
    return all;
  }

  private async make(people: WantedPerson[], known: Map<string, Key>, { client }: Transaction): Promise<void> {
    // All by one call of the generator: each takes nearly as long as an encryption, however few bytes it makes.
    const random = randomBytes(PERSON_KEY_BYTES * people.length);
    const made = people.map((person, index) => {
      const from = index * PERSON_KEY_BYTES;
      return { person, key: Buffer.from(random.subarray(from, from + PERSON_KEY_BYTES)) };
    });
    const others = people.filter(({ isNew }) => !isNew);
    // A person who has a key keeps it.
    const written = client.query({
      ...(others.length === 0 ? INSERT_NEW : INSERT),
      values: [
        people.map(({ organizationId }) => organizationId),
        people.map(({ personId }) => personId),
        made.map(({ person, key }) => this.box.seal(key.toString('base64'), contextOf(person)).toString('base64')),
      ],
    });
    for (const { person, key } of made) if (person.isNew) known.set(qualifiedPersonId(person), key);
    if (others.length === 0) {
      // Not waited for: if it fails, so does the transaction, which the commit notices.
      written.catch(() => undefined);
      return;
    }
    const values = [others.map((person) => person.organizationId), others.map((person) => person.personId)];
    const [, { rows }] = await Promise.all([written, client.query<PersonKeyRow>({ ...READ, values })]);
    for (const row of rows) known.set(qualifiedPersonId(row), this.open(row));
  }

  private knownTo(transaction: Transaction): Map<string, Key> {
    const there = this.ofTransactions.get(transaction);
    // A key that was made in a part that was undone does not exist.
    if (there?.rollbacks === transaction.rollbacks) return there.known;
    const known = new Map<string, Key>();
    this.ofTransactions.set(transaction, { rollbacks: transaction.rollbacks, known });
    transaction.afterCommit(() => this.remember(known));
    return known;
  }

  /** Only after the commit: a key that was rolled back must never be used. */
  private remember(known: ReadonlyMap<string, Key>): void {
    for (const [name, key] of known) {
      this.cache.delete(name);
      if (key !== null) this.cache.set(name, key);
    }
    dropOldest(this.cache);
  }
}

function dropOldest(cache: Map<string, Buffer>): void {
  for (const name of cache.keys()) {
    if (cache.size <= MAX_CACHED) return;
    cache.delete(name);
  }
}

function qualifiedPersonId({ organizationId, personId }: PersonRef): string {
  return `${organizationId}:${personId}`;
}

function contextOf(person: PersonRef): string {
  return `person_keys.sealed_key:${qualifiedPersonId(person)}`;
}
