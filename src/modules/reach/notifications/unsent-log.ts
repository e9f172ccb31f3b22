import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../../platform/logging/logger';
import type { Failure } from './message-channel';
import type { ClaimedRecipient } from './recipient-claims.repository';
import type { RecordedOutcome } from './recipient-results';

/** A log line for recipients who failed alike, without the message and their addresses. */
interface Line extends Omit<Failure, 'kind' | 'notBeforeSeconds'> {
  readonly notification: string;
  readonly channel: string;
  readonly outcome: RecordedOutcome;
}

/**
 * Logs what was not sent for the operator: one line for all recipients of a notification who failed alike, so that five
 * thousand unsubscribed recipients don't make five thousand lines.
 */
@Injectable()
export class UnsentLog {
  private readonly recipients = new Map<string, { readonly line: Line; count: number }>();

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  note(
    { notificationId, channel }: ClaimedRecipient,
    { error, detail, reason }: Failure,
    outcome: RecordedOutcome,
  ): void {
    const line: Line = { notification: notificationId, channel, outcome, error, detail, reason };
    const key = JSON.stringify(line);
    const alike = this.recipients.get(key) ?? { line, count: 0 };
    alike.count++;
    this.recipients.set(key, alike);
  }

  /** Logs what was noted since the last call. */
  write(): void {
    for (const { line, count } of this.recipients.values())
      this.logger.warn({ ...line, recipients: count }, 'a notification was not sent');
    this.recipients.clear();
  }
}
