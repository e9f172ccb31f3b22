import { Injectable } from '@nestjs/common';
import { named } from '../../platform/database/named';
import { UnscopedStatement } from '../../platform/tenancy/statement';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import type { PlatformSettingsRow } from './settings.dto';

export const PLATFORM_SETTINGS_REASON = 'platform settings belong to no organization';

const FIND = new UnscopedStatement(
  PLATFORM_SETTINGS_REASON,
  `SELECT id, referral_reward_amount AS amount, referral_reward_currency AS currency, default_plan_id AS "defaultPlanId",
     created_at AS "createdAt", updated_at AS "updatedAt"
   FROM platform_settings`,
);
// FOR SHARE: many can hold it at once, and wait only for a change.
const LOCK_SHARED = named('SELECT default_plan_id AS "defaultPlanId" FROM platform_settings FOR SHARE');
const LOCK = named('SELECT FROM platform_settings FOR UPDATE');
const UPDATE =
  named(`UPDATE platform_settings SET referral_reward_amount = $1, referral_reward_currency = $2, default_plan_id = $3,
    updated_at = $4`);

/** The one row of settings that the migration made. */
@Injectable()
export class PlatformSettingsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async find(): Promise<PlatformSettingsRow> {
    return (await this.database.unscopedRow<PlatformSettingsRow>(FIND))!;
  }

  /** The plan that new organizations start on; nobody changes that until the unit of work ends. */
  async lockDefaultPlan(): Promise<string | null> {
    const { rows } = await this.unitOfWork.writeUnscoped<Pick<PlatformSettingsRow, 'defaultPlanId'>>(LOCK_SHARED);
    return rows[0]!.defaultPlanId;
  }

  /** Locks the row until the unit of work ends. */
  async lock(): Promise<void> {
    await this.unitOfWork.writeUnscoped(LOCK);
  }

  async update(
    row: Pick<PlatformSettingsRow, 'amount' | 'currency' | 'defaultPlanId'> & { updatedAt: Date },
  ): Promise<void> {
    await this.unitOfWork.writeUnscoped(UPDATE, row.amount, row.currency, row.defaultPlanId, row.updatedAt);
  }
}
