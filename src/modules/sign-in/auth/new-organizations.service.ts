import { Injectable } from '@nestjs/common';
import { OrganizationFounding } from '../../people/members';
import { PlatformSettingsService, SettingsService } from '../../people/settings';
import type { UserRow } from '../../people/users';

/** Organizations that are founded by signing up. */
@Injectable()
export class NewOrganizations {
  constructor(
    private readonly founding: OrganizationFounding,
    private readonly settings: SettingsService,
    private readonly platformSettings: PlatformSettingsService,
  ) {}

  /**
   * Makes an organization on the platform's default plan, inside the caller's unscoped unit of work.
   *
   * @param locale whose words its settings begin with
   * @returns its id
   */
  async found(
    fields: { name: string; timezone: string; currency: string },
    locale: string,
    founder: UserRow,
  ): Promise<string> {
    const planId = await this.platformSettings.lockDefaultPlan();
    const { id } = await this.founding.found({ ...fields, planId }, founder);
    await this.settings.start(id, locale);
    return id;
  }
}
