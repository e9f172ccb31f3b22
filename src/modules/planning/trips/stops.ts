import { newId } from '../../../kernel/ids';
import { NotFound } from '../../../kernel/problems';
import type { Stop } from './trip.entity';
import type { StopChange } from './trips.dto';

/**
 * Stops as they are stored.
 *
 * @param known those that the trip has
 * @throws NotFound naming ids that are none of those
 */
export function stopsOf(stops: readonly StopChange[], known: readonly Stop[]): Stop[] {
  const ids = new Set(known.map(({ id }) => id));
  const taken = new Set<string>();
  const missing = stops.flatMap(({ id }, index) => {
    if (id === undefined) return [];
    const isKnown = ids.has(id) && !taken.has(id);
    taken.add(id);
    return isKnown ? [] : [`stops.${index}.id`];
  });
  if (missing.length > 0) throw new NotFound(...missing);
  return stops.map(({ id = newId(), name, address = null, departsAt }) => ({
    id,
    name,
    address,
    departsAt: departsAt?.toISOString() ?? null,
  }));
}
