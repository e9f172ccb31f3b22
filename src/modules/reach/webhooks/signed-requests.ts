import { Injectable } from '@nestjs/common';
import { EventBodies } from '../../../platform/outbox/event-bodies';
import type { ClaimedDelivery } from './delivery-claims.repository';
import { signatureOf, standardHeadersOf } from './signature';
import { signingSecret, WebhookSecrets } from './webhook-secrets';

const USER_AGENT = 'TourEvents-Webhooks/1.0';

/** The request that an attempt makes. */
export interface SignedRequest {
  readonly body: Buffer;
  /** X-TE-Signature. */
  readonly signature: string;
  /** Those that the endpoint's owner has set, whose values are secret. */
  readonly ownHeaders: Readonly<Record<string, string>>;
  /** Those of the service, which go before. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Makes the requests of attempts: signs the stored bytes with the current time and secret. */
@Injectable()
export class SignedRequests {
  constructor(
    private readonly bodies: EventBodies,
    private readonly secrets: WebhookSecrets,
  ) {}

  /** @throws UnreadableSecret when the service runs with another key */
  of({ id, event, eventType, attempts, endpoint }: ClaimedDelivery, at: Date): SignedRequest {
    const { webhookId } = endpoint;
    const body = Buffer.from(this.bodies.open(event));
    const secret = this.secrets.open(webhookId, signingSecret(endpoint, at).sealed);
    const signature = signatureOf(secret, at, body);
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      'X-TE-Event': eventType,
      'X-TE-Delivery': id,
      'X-TE-Webhook': webhookId,
      'X-TE-Attempt': String(attempts + 1),
      'X-TE-Signature': signature,
      ...(endpoint.standardHeaders && standardHeadersOf(secret, id, at, body)),
    };
    return { body, signature, ownHeaders: this.secrets.openHeaders(webhookId, endpoint.headers), headers };
  }
}
