import { Conflict } from '../../../kernel/problems';
import type { RideRoom, Rider } from '../event-guests';
import type { OpenTrip, PassengerRow } from './trip-room.repository';

/**
 * The one rule of how full a trip may be: those who are expected or have boarded never need more places than it has.
 *
 * @param load how many places are needed by others
 * @param people how many more are asked for
 * @throws Conflict `over_capacity`
 */
export function requirePlaces(capacity: number, load: number, people: number): void {
  if (load + people <= capacity) return;
  const free = Math.max(0, capacity - load);
  throw new Conflict('over_capacity', `Free places on a trip: ${free}, needed: ${people}.`);
}

/** What becomes of what differed on a trip when a guest changes; null when nothing does any more. */
function followed(trip: OpenTrip, row: PassengerRow | null, after: Rider): PassengerRow | null {
  if (row === null || after.rsvp === 'declined') return null;
  if (after.vehicleAssignmentId === trip.vehicleAssignmentId) return { ...row, added: false };
  const stays = (row.added && row.status !== 'off') || row.status === 'boarded' || row.status === 'alighted';
  return stays ? { ...row, added: true } : null;
}

/** How many places a guest needs on a trip. */
function placesOf(trip: OpenTrip, row: PassengerRow | null, guest: Rider): number {
  const rides = row === null ? guest.vehicleAssignmentId === trip.vehicleAssignmentId : isAwaited(row);
  return rides && guest.rsvp !== 'declined' ? 1 + guest.plusOnes : 0;
}

function isAwaited({ status }: PassengerRow): boolean {
  return status === 'expected' || status === 'boarded';
}

/** Counts the places on the open trips of an event in memory, while several changes are decided. */
export class TripRoom implements RideRoom {
  private readonly loads: Map<string, number>;
  private readonly guests: Map<string, Rider>;
  private readonly rows: Map<string, PassengerRow>;

  constructor(
    private readonly trips: readonly OpenTrip[],
    guests: readonly Rider[],
    rows: readonly PassengerRow[],
  ) {
    this.loads = new Map(trips.map(({ id, load }) => [id, load]));
    this.guests = new Map(guests.map((guest) => [guest.id, guest]));
    this.rows = new Map(rows.map((row) => [`${row.tripId} ${row.eventGuestId}`, row]));
  }

  requireRoom(after: Rider): void {
    for (const trip of this.trips) {
      const { needed, needs } = this.change(trip, after);
      if (needs > needed) requirePlaces(trip.capacity, (this.loads.get(trip.id) ?? 0) - needed, needs);
    }
  }

  changed(after: Rider): void {
    for (const trip of this.trips) {
      const { needed, needs, row } = this.change(trip, after);
      this.loads.set(trip.id, (this.loads.get(trip.id) ?? 0) + needs - needed);
      if (row === null) this.rows.delete(`${trip.id} ${after.id}`);
      else this.rows.set(`${trip.id} ${after.id}`, row);
    }
    this.guests.set(after.id, after);
  }

  private change(trip: OpenTrip, after: Rider): { needed: number; needs: number; row: PassengerRow | null } {
    const before = this.guests.get(after.id);
    const known = this.rows.get(`${trip.id} ${after.id}`) ?? null;
    const row = followed(trip, known, after);
    return {
      needed: before === undefined ? 0 : placesOf(trip, known, before),
      needs: placesOf(trip, row, after),
      row,
    };
  }
}
