import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { UnreadableSecret } from '../../../platform/encryption/secret-box';
import { LOGGER } from '../../../platform/logging/logger';
import type { Outcome } from '../../../platform/outbound-http/outbound-post';
import { OutboundHttp } from '../../../platform/outbound-http/outbound-http.service';
import type { ClaimedDelivery } from './delivery-claims.repository';
import { SignedRequests, type SignedRequest } from './signed-requests';
import { TestInboxService } from './test-inbox.service';

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

/** Makes one attempt: posts a delivery as it is signed at this moment. */
@Injectable()
export class DeliverySender {
  constructor(
    private readonly outbound: OutboundHttp,
    private readonly requests: SignedRequests,
    private readonly inbox: TestInboxService,
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
      const request = this.requests.of(delivery, startedAt);
      return this.post(delivery, request).then(
        (outcome) => ({
          delivery,
          startedAt,
          signature: request.signature,
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

  private post({ endpoint, event }: ClaimedDelivery, { body, ownHeaders, headers }: SignedRequest): Promise<Outcome> {
    if (endpoint.testInbox) return this.inbox.receive(endpoint, { ...hidden(ownHeaders), ...headers }, event);
    const timeoutMs = this.configuration.webhookTimeoutMs;
    return this.outbound.post({ url: endpoint.url, headers: { ...ownHeaders, ...headers }, body, timeoutMs });
  }
}

/** The headers of an endpoint's own as its test inbox shows them: their values are secret. */
function hidden(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, '…']));
}

const NOT_SENT = { durationMs: 0, signature: null, succeeded: false, responseStatus: null, responseBody: null };
