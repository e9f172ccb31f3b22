import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { UnreadableSecret } from '../../../platform/encryption/secret-box';
import { LOGGER } from '../../../platform/logging/logger';
import type { Outcome } from '../../../platform/outbound-http/outbound-post';
import { OutboundHttp } from '../../../platform/outbound-http/outbound-http.service';
import { EventBodies } from '../../../platform/outbox/event-bodies';
import type { ClaimedDelivery } from './delivery-claims.repository';
import { signatureOf, standardHeadersOf } from './signature';
import { TestInboxService } from './test-inbox.service';
import { signingSecret, WebhookSecrets } from './webhook-secrets';

const USER_AGENT = 'TourEvents-Webhooks/1.0';

/** How an attempt went. */
export interface Attempt {
  readonly delivery: ClaimedDelivery;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** X-TE-Signature as it was sent; null when nothing could be sent. */
  readonly signature: string | null;
  readonly succeeded: boolean;
  readonly responseStatus: number | null;
  readonly error: string | null;
  readonly responseBody: string | null;
}

/** The body of an attempt, and how it is signed. */
interface Signed {
  readonly startedAt: Date;
  readonly body: Buffer;
  readonly secret: string;
  readonly signature: string;
}

/** Makes one attempt: signs the stored bytes with the current time and secret, and posts them. */
@Injectable()
export class DeliverySender {
  constructor(
    private readonly outbound: OutboundHttp,
    private readonly secrets: WebhookSecrets,
    private readonly inbox: TestInboxService,
    private readonly bodies: EventBodies,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never rejects: whatever goes wrong is the result of the attempt. */
  send(delivery: ClaimedDelivery): Promise<Attempt> {
    const startedAt = this.clock.now();
    const failed = (error: unknown): Attempt => {
      this.logger.error({ err: error, delivery: delivery.id }, 'a delivery could not be sent at all');
      const reason = error instanceof UnreadableSecret ? 'secret_unreadable' : 'internal_error';
      return { ...NOT_SENT, delivery, startedAt, error: reason };
    };
    try {
      const body = Buffer.from(this.bodies.open(delivery.event));
      const secret = this.secrets.open(delivery.endpoint.webhookId, signingSecret(delivery.endpoint, startedAt).sealed);
      const signature = signatureOf(secret, startedAt, body);
      return this.post(delivery, { startedAt, body, secret, signature }).then(
        (outcome) => ({
          delivery,
          startedAt,
          signature,
          durationMs: outcome.durationMs,
          succeeded: outcome.succeeded,
          responseStatus: outcome.status,
          error: outcome.error,
          responseBody: outcome.responseBody,
        }),
        failed,
      );
    } catch (error) {
      return Promise.resolve(failed(error));
    }
  }

  /** Cuts off what is in flight. */
  cutOff(): void {
    this.outbound.close();
  }

  private post(delivery: ClaimedDelivery, { startedAt, body, secret, signature }: Signed): Promise<Outcome> {
    const { endpoint } = delivery;
    const own = this.secrets.openHeaders(endpoint.webhookId, endpoint.headers);
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      'X-TE-Event': delivery.eventType,
      'X-TE-Delivery': delivery.id,
      'X-TE-Webhook': endpoint.webhookId,
      'X-TE-Attempt': String(delivery.attempts + 1),
      'X-TE-Signature': signature,
      ...(endpoint.standardHeaders && standardHeadersOf(secret, delivery.id, startedAt, body)),
    };
    if (endpoint.testInbox) return this.inbox.receive(endpoint, { ...hidden(own), ...headers }, delivery.event);
    const timeoutMs = this.configuration.webhookTimeoutMs;
    return this.outbound.post({ url: endpoint.url, headers: { ...own, ...headers }, body, timeoutMs });
  }
}

/** The headers of an endpoint's own as its test inbox shows them: their values are secret. */
function hidden(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, '…']));
}

const NOT_SENT = { durationMs: 0, signature: null, succeeded: false, responseStatus: null, responseBody: null };
