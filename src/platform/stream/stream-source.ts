import type { Principal } from '../../kernel/principal';

/** A message of a stream, stored when its event happened. */
export interface StreamMessage {
  /** Its position among all messages: one that is committed later has a higher one. */
  readonly position: number;
  /**
   * The event as readers of an audience get it ({@link eventText}), or null when it is not for them.
   *
   * @param isMissed whether they get it as one that they missed: then it must not show anything that is out of date
   */
  textFor(audience: string, isMissed: boolean): string | null;
}

/** Messages in the database, in order. */
export interface MessageSource {
  /** What they are about: for messages of all organizations, the topic of the signal for new ones. */
  readonly topic: string;

  /** The messages after a position, in order, at most `limit`. */
  after(position: number, limit: number): Promise<StreamMessage[]>;
}

/** The messages of a domain, in the database. */
export interface StreamSource extends MessageSource {
  /** The group of readers that each of these callers belongs to, in their order; there are only a few groups. */
  audiencesOf(principals: readonly Principal[]): Promise<readonly string[]>;

  /** The position of the newest message, and of the newest that was deleted (0 for none). */
  bounds(): Promise<{ newest: number; forgotten: number }>;
}
