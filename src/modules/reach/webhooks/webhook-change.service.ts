import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { requireFresh } from '../../../kernel/principal';
import { currentPrincipal } from '../../../platform/context/request-context';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { EndpointChecks, requireRoomAt } from './endpoint-checks';
import { makerOf, requireReadable, requireTakeover, type Subscribed } from './maker-rights';
import { requireHeadersAtNewOrigin } from './webhook-headers';
import { WebhookSecrets } from './webhook-secrets';
import { toWebhookRecord, type UpdateWebhook, type WebhookRecord, type WebhookView } from './webhooks.dto';
import { WEBHOOK_RECORD } from './webhook.record';
import { WebhookRecorder } from './webhook.recorder';
import { WebhooksRepository } from './webhooks.repository';
import { WebhooksService } from './webhooks.service';

/** Changes what endpoints of the organization in scope are sent, and where. */
@Injectable()
export class WebhookChange {
  constructor(
    private readonly endpoints: WebhooksRepository,
    private readonly webhooks: WebhooksService,
    private readonly secrets: WebhookSecrets,
    private readonly recorder: WebhookRecorder,
    private readonly checks: EndpointChecks,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFound, PreconditionFailed (If-Match), ValidationFailed and `limit_reached` for the URL as when it is registered
   * @throws Forbidden `reauthentication_required` for another URL
   * @throws ValidationFailed for a URL of another origin without the values of the headers
   */
  async update(id: string, changes: UpdateWebhook): Promise<WebhookView> {
    if (changes.url !== undefined) {
      await this.webhooks.find(id);
      await this.checks.requireCallable(changes.url);
    }
    const testInbox = changes.url === undefined ? undefined : await this.checks.isTestInbox(changes.url);
    const after = await this.unitOfWork.run(async () => {
      await this.checks.requireParents(changes);
      // The organization is locked before its endpoints.
      const counts = changes.url === undefined ? null : await this.endpoints.countsAlone(changes.url);
      const row = await this.webhooks.lock(id);
      const before = toWebhookRecord(row, this.clock.now());
      requireMatch(WEBHOOK_RECORD, before);
      if (WEBHOOK_RECORD.isSame(before, { ...before, ...changes })) return before;
      if (counts !== null && changes.url !== before.url) {
        requireFresh(currentPrincipal());
        requireRoomAt(counts.sameUrl);
      }
      const { headers, ...columns } = changes;
      requireHeadersAtNewOrigin(before, changes);
      await this.endpoints.update(id, {
        ...columns,
        ...(headers && this.secrets.changeHeaders(id, row.headers, headers)),
        ...makerAfter(before, row, changes),
        ...(testInbox !== undefined && { testInbox }),
        updatedAt: this.clock.now(),
      });
      if (before.status === 'disabled' && changes.status === 'enabled') await this.webhooks.forgive(id);
      const changed = await this.webhooks.find(id);
      this.recorder.updated(before, changed);
      return changed;
    });
    return this.webhooks.toView(after);
  }
}

/**
 * Whoever has it send something else, or somewhere else, is responsible for what it sends from now on.
 *
 * @throws Forbidden for types of events that they may not read, those that it was sent so far included
 */
function makerAfter(
  before: WebhookRecord,
  sent: Subscribed,
  { url = before.url, eventTypes = before.eventTypes }: UpdateWebhook,
): object {
  if (WEBHOOK_RECORD.isSame(before, { ...before, url, eventTypes })) return {};
  const principal = currentPrincipal();
  requireTakeover(principal, sent);
  requireReadable(principal, eventTypes);
  return makerOf(principal);
}
