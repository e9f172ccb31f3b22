/** What a record belongs to. The log of changes and receivers of events are filtered by both. */
export interface ParentIds {
  readonly eventId: string | null;
  /** Null also where it follows from the event. */
  readonly tourId: string | null;
}

export const NO_PARENTS: ParentIds = { eventId: null, tourId: null };

/** The columns with these ids. */
const COLUMNS: Readonly<Record<keyof ParentIds, string>> = { eventId: 'event_id', tourId: 'tour_id' };

export const PARENT_FIELDS = Object.keys(COLUMNS) as readonly (keyof ParentIds)[];
export const PARENT_COLUMNS: readonly string[] = Object.values(COLUMNS);

/** In SQL, the ids of what the target of an audit record belongs to: the tour is its event's at that moment. */
export const PARENTS_OF_TARGET: readonly string[] = [
  'event_id',
  `CASE WHEN tour_id IS NULL AND event_id IS NOT NULL AND target_type <> 'event'
  THEN tour_of_event(organization_id, event_id) ELSE tour_id END`,
];
