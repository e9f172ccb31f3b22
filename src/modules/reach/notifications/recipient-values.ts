import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { derivedKey } from '../../../platform/encryption/derived-key';
import { decryptOf, encryptFor } from '../../../platform/personal/person-cipher';
import { PersonKeys, type PersonKeyRow } from '../../../platform/personal/person-keys';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import type { Transaction } from '../../../platform/transaction/transaction';
import { select, columnsOf } from '../../../platform/database/table';
import { PersonKey } from '../../../platform/personal/person-key.entity';
import { NotificationRecipient } from './notification-recipient.entity';

const NOTIFICATION_RECIPIENT = columnsOf(NotificationRecipient, 'r');
const BARE_PERSON_KEY = columnsOf(PersonKey);

/** What a message takes from a guest, by the names of variables. */
export type OwnValues = Readonly<Record<string, string | null>>;

/** What is known of a recipient. */
export interface RecipientValuesView {
  readonly address: string | null;
  readonly ownValues: OwnValues | null;
}

/** That, before it is encrypted. */
export interface ReadableRecipient extends RecipientValuesView {
  readonly organizationId: string;
  readonly id: string;
  readonly guestId: string | null;
  /** The form in which addresses are compared; null without an address. */
  readonly addressKey: string | null;
  /** Of the person, if it was read already. */
  readonly sealedKey: Buffer | null;
}

/** The columns that a recipient is kept in. */
export interface EncryptedRecipient {
  readonly encryptedAddress: string | null;
  readonly addressHash: string | null;
  readonly encryptedValues: string | null;
}

/** The columns that {@link RecipientValues.open} reads. */
export interface StoredRecipient {
  readonly id: string;
  readonly guestId: string | null;
  readonly encryptedAddress: string | null;
  readonly encryptedValues: string | null;
}

/** The sealed key of a person, both SQL; null without one, and once it is destroyed. */
export const sealedKeyOf = (organization: string, person: string) =>
  `(SELECT ${BARE_PERSON_KEY.sealedKey} FROM person_keys
     WHERE ${BARE_PERSON_KEY.organizationId} = ${organization} AND ${BARE_PERSON_KEY.personId} = ${person} LIMIT 1)`;

/** The columns of a {@link StoredRecipient} but its id, of a recipient `r`. */
export const STORED_VALUES = select(
  NotificationRecipient,
  'r',
  'guestId',
  'encryptedAddress',
  'encryptedValues',
).columns;
/** The sealed key that a recipient `r` is encrypted with. */
export const SEALED_KEY = `${sealedKeyOf(
  NOTIFICATION_RECIPIENT.organizationId,
  `coalesce(${NOTIFICATION_RECIPIENT.guestId}, ${NOTIFICATION_RECIPIENT.organizationId})`,
)} AS "sealedKey"`;

// Each key is looked up by its own: a generic plan could read all keys of the organization.
export const KEYS = new ScopedStatement<PersonKeyRow>(
  `SELECT ${select(PersonKey, 'k', 'organizationId', 'personId', 'sealedKey').columns}
   FROM unnest($2::uuid[]) AS wanted (person_id) CROSS JOIN LATERAL (
     SELECT * FROM person_keys
     WHERE ${BARE_PERSON_KEY.organizationId} = $1 AND ${BARE_PERSON_KEY.personId} = wanted.person_id LIMIT 1) AS k`,
);

/**
 * Encrypts what is kept of recipients: under the key of the guest, or, of an address that is nobody's, under a key of the
 * organization itself. Addresses are compared by a hash that is keyed with the latter, which outlives the service's own.
 */
@Injectable()
export class RecipientValues {
  constructor(
    private readonly keys: PersonKeys,
    private readonly database: TenantDatabase,
  ) {}

  /** In the order given. Of a forgotten person nothing is left but the hash of an address. */
  async encrypt(recipients: readonly ReadableRecipient[], transaction: Transaction): Promise<EncryptedRecipient[]> {
    const organizations = new Set(recipients.map(({ organizationId }) => organizationId));
    const missing = recipients.filter(({ address, sealedKey }) => address !== null && sealedKey === null);
    await this.keys.prepare([...[...organizations].map(ofOrganization), ...missing.map(personOf)], transaction);
    const hashKeys = new Map(
      [...organizations].map((id) => [id, hashKeyOf(this.keys.get(ofOrganization(id), transaction)!)]),
    );
    return recipients.map((recipient) => {
      const { address, addressKey, ownValues, organizationId, id } = recipient;
      const key = address === null ? null : this.recipientKey(recipient, transaction);
      return {
        encryptedAddress: key && encryptFor(key, address!, placeOf('encrypted_address', id)),
        addressHash: addressKey === null ? null : hashOf(hashKeys.get(organizationId)!, addressKey),
        encryptedValues:
          ownValues && key && encryptFor(key, JSON.stringify(ownValues), placeOf('encrypted_values', id)),
      };
    });
  }

  /** Values of a forgotten person are null. */
  open(organizationId: string, stored: StoredRecipient, sealedKey: Buffer | null): RecipientValuesView {
    const { id, encryptedAddress, encryptedValues } = stored;
    const key = this.keys.openIfReadable({ ...personOf({ ...stored, organizationId }), sealedKey });
    const opened = (encrypted: string | null, column: Column) =>
      key === null || encrypted === null ? null : decryptOf(key, encrypted, placeOf(column, id));
    const values = opened(encryptedValues, 'encrypted_values');
    return {
      address: opened(encryptedAddress, 'encrypted_address'),
      ownValues: values === null ? null : (JSON.parse(values) as OwnValues),
    };
  }

  /** Like {@link open}, of the organization in scope: the keys of all are looked up in one statement. */
  async openAll<Row extends StoredRecipient>(rows: readonly Row[]): Promise<(Row & RecipientValuesView)[]> {
    const organizationId = currentOrganizationId();
    const people = new Set(rows.map((row) => personOf({ ...row, organizationId }).personId));
    const found = people.size === 0 ? [] : await this.database.rows(KEYS, [...people]);
    const keys = new Map(found.map(({ personId, sealedKey }) => [personId, sealedKey]));
    return rows.map((row) => {
      const sealedKey = keys.get(personOf({ ...row, organizationId }).personId) ?? null;
      return { ...row, ...this.open(organizationId, row, sealedKey) };
    });
  }

  /** What recipients of the organization in scope with an address are found by; null where there can be none. */
  async addressHashOf(addressKey: string | null): Promise<string | null> {
    if (addressKey === null) return null;
    const [row] = await this.database.rows(KEYS, [currentOrganizationId()]);
    const key = row === undefined ? null : this.keys.open(row);
    return key && hashOf(hashKeyOf(key), addressKey);
  }

  private recipientKey(recipient: ReadableRecipient, transaction: Transaction): Buffer | null {
    const person = personOf(recipient);
    const { sealedKey } = recipient;
    return sealedKey === null ? this.keys.get(person, transaction) : this.keys.openIfReadable({ ...person, sealedKey });
  }
}

type Column = 'encrypted_address' | 'encrypted_values';

function ofOrganization(organizationId: string) {
  return { organizationId, personId: organizationId };
}

function personOf({ organizationId, guestId }: { organizationId: string; guestId: string | null }) {
  return { organizationId, personId: guestId ?? organizationId };
}

function hashKeyOf(key: Buffer): Buffer {
  return derivedKey(key, 'tour-events addresses of recipients');
}

function hashOf(hashKey: Buffer, addressKey: string): string {
  return createHmac('sha256', hashKey).update(addressKey).digest('base64');
}

/** A value can't be read in another column or row. */
function placeOf(column: Column, recipientId: string): string {
  return `notification_recipients.${column}:${recipientId}`;
}
