import { Injectable } from '@nestjs/common';
import { named } from '../../platform/database/named';
import { UnscopedStatement } from '../../platform/tenancy/statement';
import { selectAll, type RowOf } from '../../platform/tenancy/table';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { PasskeyChallenge } from './passkey-challenge.entity';
import { Passkey } from './passkey.entity';
import { FACTORS_REASON } from './second-factors.repository';

const PASSKEY = selectAll(Passkey, 'p');

/** A passkey as the repository reads it. */
export type PasskeyRow = RowOf<typeof PASSKEY>;

const OF_USER = new UnscopedStatement<PasskeyRow>(
  FACTORS_REASON,
  `SELECT ${PASSKEY.columns} FROM ${PASSKEY.from} WHERE p.user_id = $1 ORDER BY p.created_at, p.id`,
);
const BY_CREDENTIAL = new UnscopedStatement<PasskeyRow>(
  FACTORS_REASON,
  `SELECT ${PASSKEY.columns} FROM ${PASSKEY.from} WHERE p.credential_id = $1`,
);
const SPEND_CHALLENGE = named(`DELETE FROM passkey_challenges
    WHERE challenge_hash = $1 AND user_id IS NOT DISTINCT FROM $2 AND expires_at > $3`);
const USED = named('UPDATE passkeys SET counter = $2, last_used_at = $3 WHERE id = $1');
const DELETE = named('DELETE FROM passkeys WHERE user_id = $1 AND id = $2');

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

  async insertChallenge(challenge: PasskeyChallenge): Promise<void> {
    await this.unitOfWork.insert(PasskeyChallenge, challenge);
  }

  /** Uses up a challenge; says whether it was there. @param userId whose registration it is for; null for a sign-in */
  async spendChallenge(hash: Buffer, userId: string | null, now: Date): Promise<boolean> {
    return ((await this.unitOfWork.writeUnscoped(SPEND_CHALLENGE, hash, userId, now)).rowCount ?? 0) > 0;
  }
}
