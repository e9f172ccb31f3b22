import { isId } from '../../../kernel/ids';
import { Conflict, NotFound } from '../../../kernel/problems';
import { searchText } from '../../../kernel/search-text';
import { mapConstraintErrors } from '../../../platform/database/constraint-errors';
import type { EventView } from './events.dto';

/** What an event is found by. */
export function searchTextOf({ name, venue }: Pick<EventView, 'name' | 'venue'>): string {
  return searchText(name, venue?.name ?? null, venue?.city ?? null);
}

/**
 * Writes an event. The foreign key checks that the organization has the tour, even while that is being deleted.
 *
 * @throws NotFound when there is no such tour, Conflict `external_id_taken`
 */
export async function checkedByKeys<T>(tourId: string | null | undefined, write: () => Promise<T>): Promise<T> {
  if (tourId != null && !isId(tourId)) throw new NotFound('tourId');
  return mapConstraintErrors(write(), {
    events_tour: () => new NotFound('tourId'),
    events_external_id: () => new Conflict('external_id_taken', 'Another event has this externalId.'),
  });
}
