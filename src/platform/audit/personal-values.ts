import { Injectable } from '@nestjs/common';
import { decryptOf } from '../personal/person-cipher';
import { PersonKeys, type PersonKeyRow } from '../personal/person-keys';
import { ScopedStatement, UnscopedStatement } from '../tenancy/statement';
import { TenantDatabase, type SnapshotRows } from '../tenancy/tenant-database';
import type { Changes } from '../records/changes';
import { kindOf } from '../records/record-kind';
import type { ACTOR_TYPES } from './audit-record.entity';
import { placeOfPersonal, type PersonalColumn } from './audit-trail';
import { select, columnsOf } from '../database/table';
import { PersonKey } from '../personal/person-key.entity';

const PERSON_KEY = columnsOf(PersonKey);

// Each key is looked up by its own: a generic plan could read all keys of the organization.
const KEYS = `SELECT ${select(PersonKey, 'k', 'organizationId', 'personId', 'sealedKey').columns}`;
const OF_ORGANIZATION = new ScopedStatement<PersonKeyRow>(
  `${KEYS} FROM unnest($2::uuid[]) AS wanted (person_id) CROSS JOIN LATERAL (
     SELECT * FROM person_keys
     WHERE ${PERSON_KEY.organizationId} = $1 AND ${PERSON_KEY.personId} = wanted.person_id LIMIT 1) AS k`,
);
const OF_ALL = new UnscopedStatement<PersonKeyRow>(
  'Super Admins read the audit log of the whole platform',
  `${KEYS} FROM unnest($1::uuid[], $2::uuid[]) AS wanted (organization_id, person_id) CROSS JOIN LATERAL (
     SELECT * FROM person_keys
     WHERE ${PERSON_KEY.organizationId} = wanted.organization_id
       AND ${PERSON_KEY.personId} = wanted.person_id LIMIT 1) AS k`,
);

/** Who did what a record says. */
export interface ActorColumns {
  readonly id: string | null;
  readonly organizationId?: string | null;
  readonly actorType: (typeof ACTOR_TYPES)[number];
  readonly actorId: string | null;
  actorName: string | null;
}

/** Who did what to what, by their names. */
export interface NameColumns extends ActorColumns {
  readonly targetType: string;
  readonly personalOf: string | null;
  targetExternalId: string | null;
}

/** The columns of a record that have personal values. */
export interface PersonalColumns extends ActorColumns {
  readonly impersonatorId: string | null;
  impersonatorEmail: string | null;
  readonly personalOf: string | null;
  readonly personal: string | null;
  /** Null for a field whose change is in `personal`. */
  changes: Changes;
}

/** Makes audit records readable: the keys of all people on a page are looked up in one statement. */
@Injectable()
export class PersonalValues {
  constructor(
    private readonly database: TenantDatabase,
    private readonly keys: PersonKeys,
  ) {}

  /**
   * Decrypts the names of users who did something, and what another system called the targets, in the rows themselves.
   * Those of forgotten people are null.
   */
  async openNames(rows: readonly NameColumns[]): Promise<void> {
    const ring = await this.ringOf([...rows.flatMap(usersIn), ...rows.flatMap((row) => personNamedIn(row) ?? [])]);
    for (const row of rows) {
      openActor(row, ring);
      const person = personNamedIn(row);
      if (person !== null)
        row.targetExternalId = opened(ring, person, row.targetExternalId, 'target_external_id', row.id);
    }
  }

  /** Decrypts records of the organization in scope, in the rows themselves. Forgotten values are null and `erased`. */
  async open<Row extends PersonalColumns>(rows: readonly Row[]): Promise<void> {
    openRows(rows, await this.ringOf(rows.flatMap(peopleIn)));
  }

  /** Like {@link open}, for records of any organization and of the platform. */
  async openOfAll<Row extends PersonalColumns>(rows: readonly Row[]): Promise<void> {
    const wanted = rows.flatMap((row) => peopleIn(row).map((id) => [row.organizationId, id] as const));
    const unique = [...new Map(wanted.map((pair) => [pair.join(':'), pair])).values()];
    if (unique.length === 0) return;
    const found = await this.database.unscopedRows(
      OF_ALL,
      unique.map(([organizationId]) => organizationId),
      unique.map(([, personId]) => personId),
    );
    const ofOrganization = (id: string) => found.filter((row) => row.organizationId === id);
    for (const id of new Set(found.map((row) => row.organizationId)))
      openRows(
        rows.filter((row) => row.organizationId === id),
        this.opened(ofOrganization(id)),
      );
    const without = rows.filter((row) => !found.some((key) => key.organizationId === row.organizationId));
    openRows(without, new Map());
  }

  /**
   * Like {@link open}, for records that are as they were sealed, in the snapshot of a report.
   *
   * @returns of each record its personal values, or null where it has none or all are forgotten
   */
  async openIn(rows: SnapshotRows, records: readonly EncryptedRecord[]): Promise<(OpenedValues | null)[]> {
    const ring = this.opened(await keysIn(rows, records));
    return records.map((record) => openedValues(record, ring));
  }

  /**
   * What became of the personal values of records: `erased`, or `broken` where a key was changed or is gone without
   * having been destroyed, so that what is left of it can't be read.
   */
  async statesIn(rows: SnapshotRows, records: readonly EncryptedRecord[]): Promise<ValuesState[]> {
    const keys = await keysIn(rows, records);
    const ring = this.opened(keys);
    const destroyed = new Set(keys.flatMap(({ personId, sealedKey }) => (sealedKey === null ? [personId] : [])));
    return records.map((record) => {
      const people = peopleIn(record);
      if (people.some((id) => !destroyed.has(id) && ring.get(id) == null)) return 'broken';
      const isErased = record.personalOf !== null && record.personal === null;
      return isErased || people.some((id) => destroyed.has(id)) ? 'erased' : 'readable';
    });
  }

  private async ringOf(people: readonly string[]): Promise<KeyRing> {
    const ids = [...new Set(people)];
    return ids.length === 0 ? new Map() : this.opened(await this.database.rows(OF_ORGANIZATION, ids));
  }

  private opened(rows: readonly PersonKeyRow[]): KeyRing {
    // A row that somebody changed reads like a destroyed key; the verification of the log finds it.
    return new Map(rows.map((row) => [row.personId, this.keys.openIfReadable(row)]));
  }
}

/** A record as it was sealed; everything is null where it is gone. */
export interface EncryptedRecord {
  readonly id: string | null;
  readonly actorType: string | null;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly impersonatorId: string | null;
  readonly impersonatorEmail: string | null;
  readonly personalOf: string | null;
  readonly personal: string | null;
}

/** What a record says of people. */
export interface OpenedValues {
  readonly actorName: string | null;
  readonly impersonatorEmail: string | null;
  readonly changes: Changes | null;
}

export type ValuesState = 'readable' | 'erased' | 'broken';

/** Keys by person; without an entry, or with null, the person is forgotten. */
type KeyRing = ReadonlyMap<string, Buffer | null>;

function keysIn(rows: SnapshotRows, records: readonly EncryptedRecord[]): Promise<PersonKeyRow[]> {
  return rows<PersonKeyRow>(OF_ORGANIZATION, [...new Set(records.flatMap(peopleIn))]);
}

function openedValues(record: EncryptedRecord, ring: KeyRing): OpenedValues | null {
  if (peopleIn(record).every((id) => ring.get(id) == null)) return null;
  const { id, actorId, impersonatorId, impersonatorEmail, personalOf, personal } = record;
  const isUser = record.actorType === 'user';
  const changes = opened(ring, personalOf, personal, 'personal', id);
  return {
    actorName: isUser ? opened(ring, actorId, record.actorName, 'actor_name', id) : record.actorName,
    impersonatorEmail: opened(ring, impersonatorId, impersonatorEmail, 'impersonator_email', id),
    changes: changes === null ? null : (JSON.parse(changes) as Changes),
  };
}

function openRows(rows: readonly PersonalColumns[], ring: KeyRing): void {
  for (const row of rows) {
    openActor(row, ring);
    row.impersonatorEmail = opened(ring, row.impersonatorId, row.impersonatorEmail, 'impersonator_email', row.id);
    if (row.personalOf === null) continue;
    const text = opened(ring, row.personalOf, row.personal, 'personal', row.id);
    const personal = text === null ? null : (JSON.parse(text) as Changes);
    const forgotten = { before: null, after: null, erased: true } as const;
    const changes = Object.entries(row.changes as Record<string, Changes[string] | null>);
    row.changes = Object.fromEntries(
      changes.map(([field, change]) => [field, change ?? personal?.[field] ?? forgotten]),
    );
  }
}

function openActor(row: ActorColumns, ring: KeyRing): void {
  if (row.actorType === 'user') row.actorName = opened(ring, row.actorId, row.actorName, 'actor_name', row.id);
}

function opened(
  ring: KeyRing,
  personId: string | null,
  encrypted: string | null,
  column: PersonalColumn,
  recordId: string | null,
): string | null {
  const key = personId === null ? null : ring.get(personId);
  if (key == null || encrypted === null || recordId === null) return null;
  return decryptOf(key, encrypted, placeOfPersonal(column, recordId));
}

/** Under whose key the target's externalId is, if it is a person's. */
function personNamedIn({ targetType, targetExternalId, personalOf }: NameColumns): string | null {
  return targetExternalId !== null && kindOf(targetType)?.isExternalIdPersonal === true ? personalOf : null;
}

function usersIn({
  actorType,
  actorId,
  actorName,
}: Pick<EncryptedRecord, 'actorType' | 'actorId' | 'actorName'>): string[] {
  return actorType === 'user' && actorId !== null && actorName !== null ? [actorId] : [];
}

function peopleIn(row: Omit<EncryptedRecord, 'id'>): string[] {
  return [
    ...usersIn(row),
    row.impersonatorEmail === null ? null : row.impersonatorId,
    row.personal === null ? null : row.personalOf,
  ].filter((id) => id !== null);
}
