import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../../kernel/clock';
import { CONFIGURATION, type Configuration } from '../../platform/config/configuration';
import { UnreadableSecret } from '../../platform/encryption/secret-box';
import { LOGGER } from '../../platform/logging/logger';
import { OutboundHttp } from '../../platform/outbound-http/outbound-http.service';
import type { ClaimedDelivery } from './delivery-claims.repository';
import { signatureOf } from './signature';
import { signingSecret, WebhookSecrets } from './webhook-secrets';

const USER_AGENT = 'TourEvents-Webhooks/1.0';

/** How an attempt went. */
export interface Attempt {
  readonly delivery: ClaimedDelivery;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly succeeded: boolean;
  readonly responseStatus: number | null;
  readonly error: string | null;
  readonly responseBody: string | null;
}

/** Makes one attempt: signs the stored bytes with the time and the secret of now, and posts them. */
@Injectable()
export class DeliverySender {
  constructor(
    private readonly outbound: OutboundHttp,
    private readonly secrets: WebhookSecrets,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never throws: whatever goes wrong is how the attempt went. */
  async send(delivery: ClaimedDelivery): Promise<Attempt> {
    const startedAt = this.clock.now();
    const body = Buffer.from(delivery.body);
    const secret = this.secretOf(delivery, startedAt);
    if (secret === null) return { ...NOTHING_SENT, delivery, startedAt, error: 'secret_unreadable' };
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      'X-TE-Event': delivery.eventType,
      'X-TE-Delivery': delivery.id,
      'X-TE-Signature': signatureOf(secret, startedAt, body),
    };
    const { webhookTimeoutMs: timeoutMs } = this.configuration;
    const outcome = await this.outbound.post({ url: delivery.url, headers, body, timeoutMs });
    const { status: responseStatus, ...rest } = outcome;
    return { ...rest, responseStatus, delivery, startedAt };
  }

  /** Cuts off what is in flight. */
  cutOff(): void {
    this.outbound.close();
  }

  private secretOf(delivery: ClaimedDelivery, now: Date): string | null {
    try {
      return this.secrets.open(delivery.webhookId, signingSecret(delivery, now).sealed);
    } catch (error) {
      if (!(error instanceof UnreadableSecret)) throw error;
      this.logger.error({ err: error, webhook: delivery.webhookId }, "an endpoint's secret can't be read");
      return null;
    }
  }
}

const NOTHING_SENT = { durationMs: 0, succeeded: false, responseStatus: null, responseBody: null };
