import { Inject, Injectable } from '@nestjs/common';
import { Job } from '../../../platform/background/job.decorator';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { withContext } from '../../../platform/context/request-context';
import { PublicOrigin } from '../../../platform/http/public-origin';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { AdminLetters } from '../../people/members';
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
    private readonly letters: AdminLetters,
    private readonly origin: PublicOrigin,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Job({ name: 'disable-failing-webhooks', intervalSeconds: INTERVAL_SECONDS })
  async disableAll(stop: AbortSignal): Promise<void> {
    for (const { organizationId, id } of await this.health.failingForDays()) {
      if (stop.aborted) return;
      await withContext({ scope: { organizationId } }, () => this.disable(id));
    }
  }

  private disable(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const webhook = await this.webhooks.disableFailing(id, this.clock.now());
      if (webhook === null) return;
      await this.letters.send(WEBHOOK_DISABLED_MAIL, {
        host: new URL(webhook.url).host,
        days: FAILING_DAYS,
        link: this.origin.link(`/settings/webhooks/${id}`),
      });
    });
  }
}
