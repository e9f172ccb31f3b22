/** A receiver for which a follower wrote rows. */
export interface Receiver {
  readonly organizationId: string;
  readonly receiver: string;
}

/**
 * An outbox consumer: it writes its own rows for the events that have receivers, in the same statement that writes the
 * events, so that following costs no round trip. An event without such a row is not stored, because nothing would read
 * it. The follower deletes events together with its rows for them, by `deletionOfEvents`.
 */
export interface OutboxFollower {
  /**
   * Common table expressions, the first of which is `follow`: an INSERT into a table of the domain that selects from
   * `event (organization_id, id, type, body, created_at, full_body)`, which has the columns of `PARENT_COLUMNS` too, for
   * what the data belongs to, and returns `organization_id, event_id, receiver` and whatever the others need. The names `event` and `written` are taken. The expressions must match the event's
   * organization themselves, since the unit of work may be unscoped.
   */
  readonly expressions: string;

  /** Called after the commit, for events that rows were written for. Must return at once and never throw. */
  committed(receivers: readonly Receiver[]): void;
}
