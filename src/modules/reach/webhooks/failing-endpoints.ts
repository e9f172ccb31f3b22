import { Inject, Injectable } from '@nestjs/common';
import { Job } from '../../../platform/background/job.decorator';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { withContext } from '../../../platform/context/request-context';
import { PublicOrigin } from '../../../platform/http/public-origin';
import { Mailer } from '../../../platform/mail/mailer';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { MembersService } from '../../people/members';
import { SettingsService } from '../../people/settings';
import { WEBHOOK_DISABLED_MAIL } from './webhook-disabled.mail';
import { FAILING_DAYS, WebhookHealthRepository } from './webhook-health.repository';
import { WebhooksService } from './webhooks.service';

const INTERVAL_SECONDS = 600;

/** Disables endpoints that have failed for days and want to be disabled then, and mails the Admins. */
@Injectable()
export class FailingEndpoints {
  constructor(
    private readonly health: WebhookHealthRepository,
    private readonly webhooks: WebhooksService,
    private readonly members: MembersService,
    private readonly settings: SettingsService,
    private readonly mailer: Mailer,
    private readonly origin: PublicOrigin,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Job({ name: 'disable-failing-webhooks', intervalSeconds: INTERVAL_SECONDS })
  async disableAll(stop: AbortSignal): Promise<void> {
    for (const { organizationId, id } of await this.health.failingForDays()) {
      if (stop.aborted) return;
      await withContext({ scope: { organizationId } }, () => this.disable(organizationId, id));
    }
  }

  private disable(organizationId: string, id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const webhook = await this.webhooks.disableFailing(id, this.clock.now());
      if (webhook === null) return;
      const data = {
        host: new URL(webhook.url).host,
        days: FAILING_DAYS,
        link: this.origin.link(`/settings/webhooks/${id}`),
        locale: await this.settings.locale(),
      };
      for (const { name, email } of await this.members.activeAdmins())
        this.mailer.send({ organizationId, to: { name, address: email }, template: WEBHOOK_DISABLED_MAIL, data });
    });
  }
}
