import type { Throttle } from '../../../platform/mail/mail-throttle';
import type { Channel, RecipientError } from './notifications.dto';
import type { ClaimedRecipient } from './recipient-claims.repository';

/** Why a message was not delivered. */
export interface Failure {
  /**
   * `failed`: rejected for good, or the outcome is unknown. `postponed`: not delivered yet, another attempt may work.
   * `deferred`: the provider asked to wait, which is no attempt of this recipient; see {@link ChannelPace}.
   */
  readonly kind: 'failed' | 'postponed' | 'deferred';
  readonly error: RecipientError;
  /** For the user who sent it. */
  readonly detail: string;
  /** For the operator's log, where that may say more. */
  readonly reason?: string;
  /** The earliest time of another attempt. */
  readonly notBeforeSeconds?: number;
  /** Of one deferred: what the provider said about it. */
  readonly throttle?: Throttle;
}

/** How an attempt went. */
export type Outcome = { readonly kind: 'sent' } | Failure;

/** A way to reach people. */
export interface MessageChannel {
  /** Whether the receiving server recognizes a repeated message, so that nobody gets it twice. */
  readonly repeatable: boolean;
  /**
   * Sends one message. Expected failures become the outcome of the attempt; unforeseen errors are thrown.
   *
   * @param handOver called at the last moment before the message can be delivered; if it rejects, nothing is sent
   */
  send(recipient: ClaimedRecipient, handOver: () => Promise<void>): Promise<Outcome>;
  /** Cuts off attempts in flight, which then fail. */
  close(): void;
}

export type MessageChannels = Readonly<Record<Channel, MessageChannel>>;

export const MESSAGE_CHANNELS = Symbol('MessageChannels');
