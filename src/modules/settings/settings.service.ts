import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { AuditTrail, changesBetween, changesNothing } from '../../platform/audit/audit-trail';
import { requireMatch } from '../../platform/http/etag';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { OrganizationsService } from '../organizations';
import { FIRST_EXPENSE_CATEGORIES, type SettingsView, type UpdateSettings } from './settings.dto';
import { SettingsRepository, type SettingsColumns } from './settings.repository';

/** The settings of an organization that has never set any. */
const FIRST_SETTINGS: SettingsColumns = {
  locale: 'en',
  expenseCategories: FIRST_EXPENSE_CATEGORIES,
  senderName: null,
  senderReplyTo: null,
};

/** What each organization can set for itself. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly settings: SettingsRepository,
    private readonly organizations: OrganizationsService,
    private readonly audit: AuditTrail,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The settings of the organization in scope; the defaults as long as it has set none. */
  async get(): Promise<SettingsView> {
    const [organization, row] = await Promise.all([this.organizations.current(), this.settings.find()]);
    const { id, currency, createdAt } = organization;
    const { locale, expenseCategories, senderName, senderReplyTo } = row ?? FIRST_SETTINGS;
    return {
      id,
      currency,
      locale,
      expenseCategories,
      notificationSender: { name: senderName, replyTo: senderReplyTo },
      createdAt,
      updatedAt: row?.updatedAt ?? createdAt,
    };
  }

  /**
   * The categories for expenses of the organization in scope. A separate query, since every new expense needs them.
   */
  async expenseCategories(): Promise<readonly string[]> {
    return (await this.settings.findCategories()) ?? FIRST_EXPENSE_CATEGORIES;
  }

  /** @throws PreconditionFailed (If-Match) */
  update(changes: UpdateSettings): Promise<SettingsView> {
    return this.unitOfWork.run(async () => {
      const before = await this.lock();
      requireMatch(before);
      const sender = { ...before.notificationSender, ...changes.notificationSender };
      if (changesNothing(before, { ...before, ...changes, notificationSender: sender })) return before;
      const columns = {
        locale: changes.locale ?? before.locale,
        expenseCategories: changes.expenseCategories ?? before.expenseCategories,
        senderName: sender.name,
        senderReplyTo: sender.replyTo,
      };
      await this.settings.update(columns, this.clock.now());
      if (changes.currency !== undefined) await this.organizations.changeCurrency(changes.currency);
      const after = await this.get();
      this.audit.record({
        action: 'settings.updated',
        target: { type: 'settings', id: after.id },
        changes: changesBetween(before, after),
      });
      return after;
    });
  }

  private async lock(): Promise<SettingsView> {
    const { createdAt } = await this.organizations.current();
    await this.settings.lock(FIRST_SETTINGS, createdAt);
    return this.get();
  }
}
