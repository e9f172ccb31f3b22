import type { Channel, RecipientError } from './notifications.dto';
import type { ClaimedRecipient } from './recipient-claims.repository';

/** Why a message was not delivered. */
export interface Failure {
  /**
   * `failed`: refused for good, or the outcome is unknown. `postponed`: certainly not delivered now, but it may get
   * through later.
   */
  readonly kind: 'failed' | 'postponed';
  readonly error: RecipientError;
  /** For the user who sent it. */
  readonly detail: string;
  /** For the operator's log, where that may say more. */
  readonly reason?: string;
  /** When another attempt may be made, at the earliest. */
  readonly notBeforeSeconds?: number;
}

/** How an attempt went. */
export type Outcome = { readonly kind: 'sent' } | Failure;

/** A way to reach people. */
export interface MessageChannel {
  /** Whether a message that is handed over again takes the place of the first one, so that nobody gets it twice. */
  readonly repeatable: boolean;
  /**
   * Sends one message. Expected failures become the outcome of the attempt; unforeseen errors are thrown.
   *
   * @param handOver called at the last moment at which the message has certainly not been delivered; when it rejects,
   *   the message never is
   */
  send(recipient: ClaimedRecipient, handOver: () => Promise<void>): Promise<Outcome>;
  /** Cuts off attempts under way, which then fail. */
  close(): void;
}

export type MessageChannels = Readonly<Record<Channel, MessageChannel>>;

export const MESSAGE_CHANNELS = Symbol('MessageChannels');
