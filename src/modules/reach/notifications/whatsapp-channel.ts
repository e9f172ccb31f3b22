import { Injectable } from '@nestjs/common';
import { oneLine } from '../../../kernel/one-line';
import { CloudApi, type CloudResponse } from './cloud-api';
import type { MessageChannel, Outcome } from './message-channel';
import { MessageTexts } from './message-texts';
import type { ClaimedRecipient } from './recipient-claims.repository';

/** Error codes of the Cloud API, with status 400, for too many messages: of the app, the account, the number. */
const RATE_LIMITS = new Set([4, 80007, 130429]);
/** Too many messages to this one number, which says nothing of others. */
const PAIR_LIMIT = 131056;
/** Statuses by which the API says that it has not accepted the message: timeout, error, out of service. */
const NOT_ACCEPTED = new Set([408, 500, 503]);

/** Replaces an empty value. */
const EMPTY_VALUE = '-';

/** Sends WhatsApp template messages through the Cloud API. */
@Injectable()
export class WhatsAppChannel implements MessageChannel {
  readonly repeatable = false;

  constructor(
    private readonly texts: MessageTexts,
    private readonly api: CloudApi,
  ) {}

  async send(recipient: ClaimedRecipient, handOver: () => Promise<void>): Promise<Outcome> {
    const message = this.compose(recipient);
    // Before the whole request: it is too short to be sent in two parts.
    await handOver();
    return outcomeOf(await this.api.post(message));
  }

  close(): void {
    this.api.close();
  }

  /** A template message as the API takes it: a body's values by position, or by name where the template has names. */
  private compose(recipient: ClaimedRecipient): object {
    const { address, template, language, variables } = recipient;
    const names = Object.keys(variables!);
    const parameters = names.map((name) => ({
      type: 'text',
      ...(!/^\d+$/.test(name) && { parameter_name: name }),
      // The API rejects line breaks, tabs, many blanks in a row, and empty texts.
      text: oneLine(this.texts.filled(variables![name]!, recipient)) || EMPTY_VALUE,
    }));
    return {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: address,
      type: 'template',
      template: {
        name: template,
        language: { code: language },
        ...(parameters.length > 0 && { components: [{ type: 'body', parameters }] }),
      },
    };
  }
}

function outcomeOf(response: CloudResponse): Outcome {
  if ('failure' in response) {
    const { failure: detail, sent } = response;
    return sent
      ? { kind: 'failed', error: 'outcome_unknown', detail }
      : { kind: 'postponed', error: 'unreachable', detail };
  }
  const { status, errorCode, retryAfterSeconds: notBeforeSeconds } = response;
  if (status >= 200 && status < 300) return { kind: 'sent' };
  const detail = errorCode === null ? `HTTP ${status}` : `HTTP ${status}, code ${errorCode}`;
  if (status === 429 || (status === 400 && RATE_LIMITS.has(errorCode!)))
    return { kind: 'deferred', error: 'rate_limited', detail, throttle: { waitSeconds: notBeforeSeconds } };
  if (status === 400 && errorCode === PAIR_LIMIT)
    return { kind: 'postponed', error: 'rate_limited', detail, notBeforeSeconds };
  if (NOT_ACCEPTED.has(status)) return { kind: 'postponed', error: 'unreachable', detail, notBeforeSeconds };
  // 502 and 504 come from gateways in front of the API: it may have got the request.
  if (status >= 500) return { kind: 'failed', error: 'outcome_unknown', detail };
  return { kind: 'failed', error: 'rejected', detail };
}
