import { Injectable } from '@nestjs/common';
import { named } from '../../../platform/database/named';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, selectAll, type RowOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { Passkey } from './passkey.entity';
import { FACTORS_REASON } from './second-factors.repository';

const PASSKEY_COLUMN = columnsOf(Passkey, 'p');
const BARE_PASSKEY = columnsOf(Passkey);

const PASSKEY = selectAll(Passkey, 'p');

/** A passkey as the repository reads it. */
export type PasskeyRow = RowOf<typeof PASSKEY>;

const OF_USER = new UnscopedStatement<PasskeyRow>(
  FACTORS_REASON,
  `SELECT ${PASSKEY.columns} FROM ${PASSKEY.from} WHERE ${PASSKEY_COLUMN.userId} = $1
   ORDER BY ${PASSKEY_COLUMN.createdAt}, ${PASSKEY_COLUMN.id}`,
);
const BY_CREDENTIAL = new UnscopedStatement<PasskeyRow>(
  FACTORS_REASON,
  `SELECT ${PASSKEY.columns} FROM ${PASSKEY.from} WHERE ${PASSKEY_COLUMN.credentialId} = $1`,
);
const USED = named(
  `UPDATE passkeys SET ${BARE_PASSKEY.counter} = $2, ${BARE_PASSKEY.lastUsedAt} = $3 WHERE ${BARE_PASSKEY.id} = $1`,
);
const DELETE = named(`DELETE FROM passkeys WHERE ${BARE_PASSKEY.userId} = $1 AND ${BARE_PASSKEY.id} = $2`);

/** All queries of passkeys. Writes happen inside an unscoped unit of work. */
@Injectable()
export class PasskeysRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  ofUser(userId: string): Promise<PasskeyRow[]> {
    return this.database.unscopedRows(OF_USER, userId);
  }

  byCredential(credentialId: string): Promise<PasskeyRow | null> {
    return this.database.unscopedRow(BY_CREDENTIAL, credentialId);
  }

  async insert(passkey: Passkey): Promise<void> {
    await this.unitOfWork.insert(Passkey, passkey);
  }

  /** Records a use. */
  async used(id: string, counter: number, at: Date): Promise<void> {
    await this.unitOfWork.writeUnscoped(USED, id, counter, at);
  }

  async delete(userId: string, id: string): Promise<boolean> {
    return ((await this.unitOfWork.writeUnscoped(DELETE, userId, id)).rowCount ?? 0) > 0;
  }
}
