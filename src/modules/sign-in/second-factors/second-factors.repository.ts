import { Injectable } from '@nestjs/common';
import { named, type NamedStatement } from '../../../platform/database/named';
import { onlyRow } from '../../../platform/database/only-row';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnList, columnsOf, select, selectAll, type RowOf, tableOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { RecoveryCode } from './recovery-code.entity';
import { TotpFactor } from './totp-factor.entity';
import { Passkey } from './passkey.entity';
import { OrganizationSettings } from '../../people/settings/organization-settings.entity';
import { Membership } from '../../people/members/membership.entity';

const PASSKEY = columnsOf(Passkey, 'p');
const MEMBERSHIP = columnsOf(Membership, 'm');
const ORGANIZATION_SETTINGS = columnsOf(OrganizationSettings, 's');
const TOTP_FACTOR = columnsOf(TotpFactor, 't');
const QUALIFIED_TOTP_FACTOR = columnsOf(TotpFactor, 'totp_factors');
const BARE_TOTP_FACTOR = columnsOf(TotpFactor);
const BARE_PASSKEY = columnsOf(Passkey);

export const FACTORS_REASON = 'second factors belong to users, not to organizations';

const TOTP = selectAll(TotpFactor, 't');
const SHOWN_PASSKEY = select(Passkey, 'p', 'id', 'name', 'createdAt', 'lastUsedAt');

/** An authenticator app as the repository reads it. */
export type TotpRow = RowOf<typeof TOTP>;

const FIND_TOTP = new UnscopedStatement<TotpRow>(
  FACTORS_REASON,
  `SELECT ${TOTP.columns} FROM ${TOTP.from} WHERE ${TOTP_FACTOR.userId} = $1`,
);
const { fields: recovery } = tableOf(RecoveryCode);
const COUNT_CODES = new UnscopedStatement<{ count: number }>(
  FACTORS_REASON,
  `SELECT count(*)::int AS count FROM recovery_codes WHERE ${recovery.userId} = $1`,
);
const PASSKEYS = new UnscopedStatement<RowOf<typeof SHOWN_PASSKEY>>(
  FACTORS_REASON,
  `SELECT ${SHOWN_PASSKEY.columns} FROM ${SHOWN_PASSKEY.from} WHERE ${PASSKEY.userId} = $1
   ORDER BY ${PASSKEY.createdAt}, ${PASSKEY.id}`,
);

const ENROLL =
  named(`INSERT INTO totp_factors (${columnList(TotpFactor, 'userId', 'secret', 'lastStep', 'enabledAt', 'createdAt')})
    VALUES ($1, $2, 0, NULL, $3)
    ON CONFLICT (${BARE_TOTP_FACTOR.userId}) DO UPDATE
    SET ${BARE_TOTP_FACTOR.secret} = $2, ${BARE_TOTP_FACTOR.lastStep} = 0, ${BARE_TOTP_FACTOR.createdAt} = $3
    WHERE ${QUALIFIED_TOTP_FACTOR.enabledAt} IS NULL`);
// Whoever comes first with the code of a step has it: the condition is checked again under the row's lock.
const SPEND_STEP = named(
  `UPDATE totp_factors SET ${BARE_TOTP_FACTOR.lastStep} = $2
   WHERE ${BARE_TOTP_FACTOR.userId} = $1 AND ${BARE_TOTP_FACTOR.lastStep} < $2`,
);
const ENABLE = named(
  `UPDATE totp_factors SET ${BARE_TOTP_FACTOR.enabledAt} = $2
   WHERE ${BARE_TOTP_FACTOR.userId} = $1 AND ${BARE_TOTP_FACTOR.enabledAt} IS NULL`,
);
const DELETE_TOTP = named(
  `DELETE FROM totp_factors
   WHERE ${BARE_TOTP_FACTOR.userId} = $1 AND (${BARE_TOTP_FACTOR.enabledAt} IS NOT NULL OR $2)`,
);
const DELETE_CODES = named(`DELETE FROM recovery_codes WHERE ${recovery.userId} = $1`);
const ADD_CODES = named(`INSERT INTO recovery_codes (${recovery.userId}, ${recovery.codeHash}) SELECT $1,
    unnest($2::bytea[])`);
const SPEND_CODE = named(`DELETE FROM recovery_codes WHERE ${recovery.userId} = $1 AND ${recovery.codeHash} = $2`);
const DELETE_PASSKEYS = named(`DELETE FROM passkeys WHERE ${BARE_PASSKEY.userId} = $1`);
const COUNT_FACTORS = named<{
  count: number;
}>(`SELECT (SELECT count(*) FROM totp_factors
    WHERE ${BARE_TOTP_FACTOR.userId} = $1 AND ${BARE_TOTP_FACTOR.enabledAt} IS NOT NULL)::int
      + (SELECT count(*) FROM passkeys WHERE ${BARE_PASSKEY.userId} = $1)::int AS count`);
const REQUIRED = new UnscopedStatement<{ required: boolean }>(
  FACTORS_REASON,
  `SELECT EXISTS (SELECT FROM memberships m
     JOIN organization_settings s ON ${ORGANIZATION_SETTINGS.organizationId} = ${MEMBERSHIP.organizationId}
     WHERE ${MEMBERSHIP.userId} = $1 AND ${MEMBERSHIP.status} = 'active'
       AND ${ORGANIZATION_SETTINGS.requireSecondFactor}) AS required`,
);

/** All queries of authenticator apps and recovery codes. Writes happen inside an unscoped unit of work. */
@Injectable()
export class SecondFactorsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  findTotp(userId: string): Promise<TotpRow | null> {
    return this.database.unscopedRow(FIND_TOTP, userId);
  }

  async countCodes(userId: string): Promise<number> {
    return (await this.database.unscopedOnly(COUNT_CODES, userId)).count;
  }

  /** A user's passkeys as the API shows them, oldest first. */
  passkeys(userId: string): Promise<RowOf<typeof SHOWN_PASSKEY>[]> {
    return this.database.unscopedRows(PASSKEYS, userId);
  }

  /** Whether an organization of the user requires a second factor of its members. */
  async isRequired(userId: string): Promise<boolean> {
    return (await this.database.unscopedOnly(REQUIRED, userId)).required;
  }

  /** Stores the secret of an app that is not yet in force; says whether it did: one that is in force stays. */
  async enroll(userId: string, secret: Buffer, at: Date): Promise<boolean> {
    return this.changes(ENROLL, userId, secret, at);
  }

  /** Uses up the code of a step; says whether it could still be used. */
  spendStep(userId: string, step: number): Promise<boolean> {
    return this.changes(SPEND_STEP, userId, step);
  }

  /** Puts an app in force; says whether it was not yet. */
  enableTotp(userId: string, at: Date): Promise<boolean> {
    return this.changes(ENABLE, userId, at);
  }

  /** @param evenPending also one that is not yet in force */
  deleteTotp(userId: string, evenPending: boolean): Promise<boolean> {
    return this.changes(DELETE_TOTP, userId, evenPending);
  }

  async replaceCodes(userId: string, hashes: readonly Buffer[]): Promise<void> {
    await this.unitOfWork.writeUnscoped(DELETE_CODES, userId);
    if (hashes.length > 0) await this.unitOfWork.writeUnscoped(ADD_CODES, userId, hashes);
  }

  /** Uses up a recovery code; says whether it could still be used. */
  spendCode(userId: string, hash: Buffer): Promise<boolean> {
    return this.changes(SPEND_CODE, userId, hash);
  }

  /** Says how many there were. */
  async deletePasskeys(userId: string): Promise<number> {
    return (await this.unitOfWork.writeUnscoped(DELETE_PASSKEYS, userId)).rowCount ?? 0;
  }

  /** How many factors are in force, as the open unit of work sees them. */
  async countFactors(userId: string): Promise<number> {
    return onlyRow(await this.unitOfWork.writeUnscoped(COUNT_FACTORS, userId)).count;
  }

  private async changes(statement: NamedStatement, ...values: unknown[]): Promise<boolean> {
    return ((await this.unitOfWork.writeUnscoped(statement, ...values)).rowCount ?? 0) > 0;
  }
}
