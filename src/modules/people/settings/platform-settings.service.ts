import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { isId } from '../../../kernel/ids';
import { formatAmount } from '../../../kernel/money';
import { NotFound } from '../../../kernel/problems';
import { AuditTrail } from '../../../platform/audit/audit-trail';
import { mapConstraintErrors } from '../../../platform/database/constraint-errors';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { PLATFORM_SETTINGS_RECORD } from './settings.record';
import { PLATFORM_SETTINGS_REASON, PlatformSettingsRepository } from './platform-settings.repository';
import { toPlatformSettingsView, type PlatformSettingsView, type UpdatePlatformSettings } from './settings.dto';

/** What Super Admins set for the whole platform. */
@Injectable()
export class PlatformSettingsService {
  constructor(
    private readonly settings: PlatformSettingsRepository,
    private readonly audit: AuditTrail,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async get(): Promise<PlatformSettingsView> {
    return toPlatformSettingsView(await this.settings.find());
  }

  /**
   * The plan that a new organization starts on, or null, inside the caller's unscoped unit of work: until that ends the
   * setting stays, and so does the plan.
   */
  lockDefaultPlan(): Promise<string | null> {
    return this.settings.lockDefaultPlan();
  }

  /** @throws PreconditionFailed (If-Match), NotFound for an unknown plan */
  update(changes: UpdatePlatformSettings): Promise<PlatformSettingsView> {
    return this.unitOfWork.runUnscoped(PLATFORM_SETTINGS_REASON, async () => {
      await this.settings.lock();
      const before = await this.get();
      requireMatch(PLATFORM_SETTINGS_RECORD, before);
      const { referralReward = before.referralReward, defaultPlanId = before.defaultPlanId } = changes;
      if (defaultPlanId !== null && !isId(defaultPlanId)) throw new NotFound('defaultPlanId');
      const reward = { ...referralReward, amount: formatAmount(referralReward.amount, referralReward.currency) };
      if (PLATFORM_SETTINGS_RECORD.isSame(before, { ...before, referralReward: reward, defaultPlanId })) return before;
      const row = { ...referralReward, defaultPlanId, updatedAt: this.clock.now() };
      await mapConstraintErrors(this.settings.update(row), {
        platform_settings_default_plan: () => new NotFound('defaultPlanId'),
      });
      const after = await this.get();
      this.audit.record({
        action: 'platform_settings.updated',
        target: { type: 'platform_settings', id: after.id },
        changes: PLATFORM_SETTINGS_RECORD.auditedBetween(before, after),
      });
      return after;
    });
  }
}
