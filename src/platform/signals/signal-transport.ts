import type { Transaction } from '../transaction/transaction';

/** Takes what a transport delivers. */
export interface SignalReceiver {
  /** A message of any process, this one too. Returns at once and never throws. */
  received(message: string): void;

  /** Messages may have been missed until now: the connection was not there. Returns at once and never throws. */
  missed(): void;
}

/** Carries messages from a transaction to all processes, once it is committed and never before. */
export interface SignalTransport {
  /**
   * Sends messages, in their order, with a transaction that is about to commit. A transport that is part of the
   * database writes them into the transaction; any other one waits for {@link Transaction.afterCommit}.
   *
   * @param messages of at most {@link MAX_MESSAGE_BYTES} each
   */
  send(messages: readonly string[], transaction: Transaction): Promise<void>;

  /** Delivers from now on, until closed. Returns at once; after later failures it calls `missed`. */
  listen(receiver: SignalReceiver): void;

  close(): Promise<void>;
}

/** PostgreSQL's limit: a payload must be shorter than 8,000 bytes. */
export const MAX_MESSAGE_BYTES = 7_999;

export const SIGNAL_TRANSPORT = Symbol('SignalTransport');
