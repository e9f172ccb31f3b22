import type { Channel, RecipientError } from './notifications.dto';
import type { ClaimedRecipient } from './recipient-claims.repository';

/** How an attempt went. */
export type Outcome =
  | { readonly kind: 'sent' }
  /** Refused for good, or nobody knows whether it was not. */
  | { readonly kind: 'failed'; readonly error: RecipientError; readonly detail: string }
  /** It may get through later, and has certainly not got through now. */
  | {
      readonly kind: 'postponed';
      readonly error: RecipientError;
      readonly detail: string;
      readonly notBeforeSeconds?: number;
    };

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
