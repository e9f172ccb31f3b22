import { Inject, Injectable } from '@nestjs/common';
import { differ } from '../../../platform/records/changes';
import { wordsFor } from '../../../kernel/languages/languages';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { holds, requireFresh } from '../../../kernel/principal';
import { Forbidden } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { OrganizationsService } from '../organizations';
import { SETTINGS_RECORD } from './settings.record';
import { FIRST_EXPENSE_CATEGORIES, type SettingsView, type UpdateSettings } from './settings.dto';
import { SettingsRecorder } from './settings.recorder';
import { SettingsRepository, type SettingsColumns } from './settings.repository';

/** The settings of an organization that has never set any. */
const FIRST_SETTINGS: SettingsColumns = {
  locale: 'en',
  expenseCategories: FIRST_EXPENSE_CATEGORIES,
  senderName: null,
  senderReplyTo: null,
  requireSecondFactor: false,
  guestDaysAfterLastEvent: null,
};

/** What is asked of who changes it. */
type Settings = Pick<SettingsView, 'requireSecondFactor' | 'retention'>;

/** What each organization can set for itself. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly settings: SettingsRepository,
    private readonly organizations: OrganizationsService,
    private readonly recorder: SettingsRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The settings of the organization in scope; the defaults as long as it has set none. */
  async get(): Promise<SettingsView> {
    const [organization, row] = await Promise.all([this.organizations.current(), this.settings.find()]);
    const { id, currency, createdAt } = organization;
    const { locale, expenseCategories, senderName, senderReplyTo, requireSecondFactor, guestDaysAfterLastEvent } =
      row ?? FIRST_SETTINGS;
    return {
      id,
      currency,
      locale,
      expenseCategories,
      notificationSender: { name: senderName, replyTo: senderReplyTo },
      requireSecondFactor,
      retention: { guestDaysAfterLastEvent },
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

  /** The locale of the organization in scope. */
  async locale(): Promise<string> {
    return (await this.settings.findLocale()) ?? FIRST_SETTINGS.locale;
  }

  /**
   * The language of letters about an account, inside the caller's unscoped unit of work: that of the organization that
   * the user was last in, or else of the first that they joined.
   */
  async localeOfUser(userId: string): Promise<string> {
    return (await this.settings.findLocaleOfUser(userId)) ?? FIRST_SETTINGS.locale;
  }

  /**
   * Has a new organization begin in a language, inside the caller's unscoped unit of work: messages, pages for guests and
   * the first categories of expenses speak it. Without settings of its own it speaks English.
   */
  async start(organizationId: string, locale: string): Promise<void> {
    if (locale === FIRST_SETTINGS.locale) return;
    await this.settings.start(organizationId, locale, wordsFor(locale).expenseCategories, this.clock.now());
  }

  /** After how many days the guests of the organization in scope are erased; null for never. */
  guestDaysAfterLastEvent(): Promise<number | null> {
    return this.settings.findRetention();
  }

  /**
   * The next organizations that have guests erased, deleted ones too, in the order of their ids.
   *
   * @param after the last id of those before
   */
  listWithRetention(after: string, limit: number): Promise<string[]> {
    return this.settings.listWithRetention(after, limit);
  }

  /**
   * @throws PreconditionFailed (If-Match), Forbidden for who changes the retention and may not erase personal data, or
   *   `reauthentication_required`
   */
  update(changes: UpdateSettings): Promise<SettingsView> {
    return this.unitOfWork.run(async () => {
      const before = await this.lock();
      requireMatch(SETTINGS_RECORD, before);
      const sender = { ...before.notificationSender, ...changes.notificationSender };
      const retention = { ...before.retention, ...changes.retention };
      if (SETTINGS_RECORD.isSame(before, { ...before, ...changes, notificationSender: sender, retention }))
        return before;
      if (differ(before.retention, retention)) requireMayErase();
      if (isSensitive(before, { ...before, ...changes, retention })) requireFresh(currentPrincipal());
      const columns = {
        locale: changes.locale ?? before.locale,
        expenseCategories: changes.expenseCategories ?? before.expenseCategories,
        senderName: sender.name,
        senderReplyTo: sender.replyTo,
        requireSecondFactor: changes.requireSecondFactor ?? before.requireSecondFactor,
        guestDaysAfterLastEvent: retention.guestDaysAfterLastEvent,
      };
      await this.settings.update(columns, this.clock.now());
      if (changes.currency !== undefined) await this.organizations.changeCurrency(changes.currency);
      return this.recordUpdate(before);
    });
  }

  /**
   * Removes the address for guests' replies of the organization in scope, inside the caller's unit of work.
   *
   * @returns how many there were
   */
  async clearReplyTo(): Promise<number> {
    if ((await this.settings.find())?.senderReplyTo == null) return 0;
    const before = await this.lock();
    await this.settings.update({ senderReplyTo: null }, this.clock.now());
    await this.recordUpdate(before);
    return 1;
  }

  /** Records what has changed; gives the settings as they are now. */
  private async recordUpdate(before: SettingsView): Promise<SettingsView> {
    const after = await this.get();
    this.recorder.updated(before, after);
    return after;
  }

  private async lock(): Promise<SettingsView> {
    const { createdAt } = await this.organizations.current();
    await this.settings.lock(FIRST_SETTINGS, createdAt);
    return this.get();
  }
}

/** Who is let in depends on the one, and nothing brings back guests whom the other erases. */
function isSensitive(
  before: Settings,
  { requireSecondFactor, retention: { guestDaysAfterLastEvent } }: Settings,
): boolean {
  const erasesOtherwise = guestDaysAfterLastEvent !== before.retention.guestDaysAfterLastEvent;
  return requireSecondFactor !== before.requireSecondFactor || (erasesOtherwise && guestDaysAfterLastEvent !== null);
}

/** A setting by which guests are erased is for those who may erase guests. */
function requireMayErase(): void {
  if (!holds(currentPrincipal(), 'personalData.erase'))
    throw new Forbidden('To change the retention you need the permission personalData.erase.');
}
