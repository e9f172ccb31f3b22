import { Injectable } from '@nestjs/common';
import { named } from '../../../platform/database/named';
import { onlyRow } from '../../../platform/database/only-row';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, select, type RowOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { PlatformSettings } from './platform-settings.entity';
import type { PlatformSettingsRow } from './settings.dto';

const PLATFORM_SETTINGS = columnsOf(PlatformSettings, 's');
const BARE_PLATFORM_SETTINGS = columnsOf(PlatformSettings);

export const PLATFORM_SETTINGS_REASON = 'platform settings belong to no organization';

// The names that the API has for them.
const SETTINGS = select(PlatformSettings, 's', 'id')
  .and<{ amount: string; currency: string }>(
    `${PLATFORM_SETTINGS.referralRewardAmount} AS amount, ${PLATFORM_SETTINGS.referralRewardCurrency} AS currency`,
  )
  .and(select(PlatformSettings, 's', 'defaultPlanId', 'createdAt', 'updatedAt'));
const FIND = new UnscopedStatement<RowOf<typeof SETTINGS>>(
  PLATFORM_SETTINGS_REASON,
  `SELECT ${SETTINGS.columns} FROM ${SETTINGS.from}`,
);
// FOR SHARE: many can share it, and wait only for a change.
const LOCK_SHARED = named<Pick<PlatformSettings, 'defaultPlanId'>>(
  `SELECT ${BARE_PLATFORM_SETTINGS.defaultPlanId} AS "defaultPlanId" FROM platform_settings FOR SHARE`,
);
const LOCK = named('SELECT FROM platform_settings FOR UPDATE');
const UPDATE = named(`UPDATE platform_settings
    SET ${BARE_PLATFORM_SETTINGS.referralRewardAmount} = $1, ${BARE_PLATFORM_SETTINGS.referralRewardCurrency} = $2,
      ${BARE_PLATFORM_SETTINGS.defaultPlanId} = $3,
    ${BARE_PLATFORM_SETTINGS.updatedAt} = $4`);

/** The one row of settings that the migration made. */
@Injectable()
export class PlatformSettingsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async find(): Promise<PlatformSettingsRow> {
    return this.database.unscopedOnly(FIND);
  }

  /** The plan that new organizations start on; nobody changes that until the unit of work ends. */
  async lockDefaultPlan(): Promise<string | null> {
    return onlyRow(await this.unitOfWork.writeUnscoped(LOCK_SHARED)).defaultPlanId;
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
