/** Whom something was written for. */
export interface Receiver {
  readonly organizationId: string;
  readonly receiver: string;
}

/**
 * A domain that follows on events: it writes rows of its own for them in the transaction that makes them, with the
 * statement that writes the events themselves, so that following costs a change no round trip.
 */
export interface OutboxFollower {
  /**
   * Common table expressions, the first of which is `follow`: an INSERT into a table of the domain that selects from
   * `event (organization_id, id, type, body, created_at)` and returns `organization_id, event_id, receiver` and whatever the
   * others need. None of them is called `event` or `written`. They must name the organization of the event themselves: the
   * scope may be none.
   */
  readonly expressions: string;

  /** Called after the commit, for events that rows were written for. Must return at once and never throw. */
  committed(receivers: readonly Receiver[]): void;
}
