import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { Conflict, found } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import { withNulls } from '../../../platform/fields/fields';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { EndpointChecks, requireRoomAt } from './endpoint-checks';
import { makerOf, requireReadable } from './maker-rights';
import { WebhookSecrets } from './webhook-secrets';
import { CreateWebhook, toWebhookRecord, type CreatedWebhookView } from './webhooks.dto';
import { WebhookRecorder } from './webhook.recorder';
import { WebhooksRepository } from './webhooks.repository';
import { NO_HEALTH } from './webhooks.service';

const MAX_ENDPOINTS = 50;

/** Registers endpoints of the organization in scope. */
@Injectable()
export class WebhookCreation {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly secrets: WebhookSecrets,
    private readonly recorder: WebhookRecorder,
    private readonly checks: EndpointChecks,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Registers an endpoint.
   *
   * @returns its secret too; it can't be shown again
   * @throws ValidationFailed for a URL that may not be called; Forbidden for types of events that the caller may not read;
   *   NotFound for an unknown tour or event
   * @throws Conflict `limit_reached` when the organization has 50 already, or ten with this URL
   */
  async create(input: CreateWebhook): Promise<CreatedWebhookView> {
    await this.checks.requireCallable(input.url);
    const maker = makerOf(currentPrincipal());
    requireReadable(currentPrincipal(), input.eventTypes);
    const testInbox = await this.checks.isTestInbox(input.url);
    return this.unitOfWork.run(async () => {
      await this.checks.requireParents(input);
      const { all, sameUrl } = await this.webhooks.countsAlone(input.url);
      if (all >= MAX_ENDPOINTS)
        throw new Conflict('limit_reached', `An organization has at most ${MAX_ENDPOINTS} endpoints.`);
      requireRoomAt(sameUrl);
      const id = newId();
      const secret = this.secrets.make(id);
      const now = this.clock.now();
      const { headers = {}, ...given } = withNulls(CreateWebhook, input);
      await this.webhooks.insert({
        ...given,
        id,
        ...this.secrets.changeHeaders(id, null, headers),
        standardHeaders: input.standardHeaders ?? false,
        fullPayload: input.fullPayload ?? false,
        autoDisable: input.autoDisable ?? false,
        testInbox,
        ...maker,
        status: 'enabled',
        slow: false,
        secret: secret.sealed,
        secretPrefix: secret.prefix,
        nextSecret: null,
        nextSecretPrefix: null,
        nextSecretFrom: null,
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      });
      const record = toWebhookRecord(found(await this.webhooks.find(id)), now);
      this.recorder.created(record);
      return { ...record, health: NO_HEALTH, secret: secret.text };
    });
  }
}
