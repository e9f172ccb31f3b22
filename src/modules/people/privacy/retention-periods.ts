import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { startOfDayBefore } from '../../../kernel/time-zone';
import { OrganizationsService } from '../organizations';
import { SettingsService } from '../settings';

/** From when on guests are kept, by the settings of the organization in scope. */
@Injectable()
export class RetentionPeriods {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly settings: SettingsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The organizations that don't keep guests for ever, in batches. @param after the last one of the batch before */
  idsOfOrganizations(after: string, limit: number): Promise<string[]> {
    return this.settings.listWithRetention(after, limit);
  }

  /**
   * Guests whose last event was over before this moment are due. It is the start of a day, so that nobody is erased
   * before whole days have passed by the organization's clocks.
   *
   * @param days instead of the organization's own setting
   * @returns null when the organization keeps guests until somebody erases them
   * @throws NotFound when the organization is deleted
   */
  async keptFrom(days?: number): Promise<Date | null> {
    const counted = days ?? (await this.settings.guestDaysAfterLastEvent());
    if (counted === null) return null;
    const { timezone } = await this.organizations.current();
    return startOfDayBefore(this.clock.now(), counted, timezone);
  }
}
