import type { Channel, RecipientError } from './notifications.dto';
import type { ClaimedRecipient } from './recipient-claims.repository';

/** Why a message did not get through. */
export interface Failure {
  /** Refused for good, or nobody knows whether it was not; or it may get through later, and has certainly not got through now. */
  readonly kind: 'failed' | 'postponed';
  readonly error: RecipientError;
  /** For whoever sent it. */
  readonly detail: string;
  /** For the operator's log, where that may say more. */
  readonly reason?: string;
  /** Of another attempt. */
  readonly notBeforeSeconds?: number;
}

/** How an attempt went. */
export type Outcome = { readonly kind: 'sent' } | Failure;

/** A way to people. */
export interface MessageChannel {
  /** Whether a message that is handed over again takes the place of the first one, so that nobody gets it twice. */
  readonly repeatable: boolean;
  /**
   * Sends one message. Whatever goes wrong is how the attempt went.
   *
   * @param handOver called at the last moment at which it is certain that nobody has got the message; when it rejects nobody
   *   ever does
   */
  send(recipient: ClaimedRecipient, handOver: () => Promise<void>): Promise<Outcome>;
  /** Cuts off what is under way; it fails. */
  close(): void;
}

export type MessageChannels = Readonly<Record<Channel, MessageChannel>>;

export const MESSAGE_CHANNELS = Symbol('MessageChannels');
