import type { Manifest, Passenger } from './seats-queries';

/** A column of the board: a vehicle, or `null` for the guests without a seat. */
export interface BoardColumn {
  readonly id: string | null;
  readonly name: string;
  readonly capacity: number;
  /** Seats that are free; of the last column, none. */
  readonly free: number;
  readonly passengers: readonly Passenger[];
  readonly plateNumber: string | null;
  readonly driver: string | null;
}

/** Moves that the service has not confirmed yet, by guest. */
export type PendingMoves = ReadonlyMap<string, string | null>;

/** A guest with those who come along. */
export const seatsOf = ({ plusOnes }: Passenger): number => 1 + plusOnes;

/** The people of some guests, those who come along included. */
export const peopleOf = (passengers: readonly Passenger[]): number =>
  passengers.reduce((sum, passenger) => sum + seatsOf(passenger), 0);

/** Guests who come for certain, and so need a seat. */
export const accepted = (passengers: readonly Passenger[]): Passenger[] =>
  passengers.filter(({ rsvp }) => rsvp === 'accepted');

/** The answers of those without a seat, in the order in which they need one. */
export const WAITING = ['accepted', 'tentative', 'pending'] as const;

/** Those without a seat by their answer, without answers that nobody gave. */
export const waitingGroups = (passengers: readonly Passenger[]) =>
  WAITING.map((rsvp) => ({ rsvp, passengers: passengers.filter((one) => one.rsvp === rsvp) })).filter(
    (group) => group.passengers.length > 0,
  );

/** The columns of the board as somebody sees them who has just moved guests. */
export function columnsOf(manifest: Manifest, pending: PendingMoves, withoutSeat: string): BoardColumn[] {
  const seated = manifest.vehicles.flatMap(({ vehicleAssignmentId, guests }) =>
    guests.map((passenger) => ({ passenger, at: vehicleAssignmentId as string | null })),
  );
  const all = [...seated, ...manifest.unseated.map((passenger) => ({ passenger, at: null as string | null }))].map(
    ({ passenger, at }) => ({
      passenger,
      at: pending.has(passenger.eventGuestId) ? pending.get(passenger.eventGuestId)! : at,
    }),
  );
  const of = (id: string | null) =>
    all
      .filter(({ at }) => at === id)
      .map(({ passenger }) => passenger)
      .sort((a, b) => a.name.localeCompare(b.name) || a.eventGuestId.localeCompare(b.eventGuestId));
  const vehicles = manifest.vehicles.map(({ vehicleAssignmentId, vehicle, capacity, driver }) => {
    const passengers = of(vehicleAssignmentId);
    const free = capacity - peopleOf(passengers);
    const { name, plateNumber } = vehicle;
    return { id: vehicleAssignmentId, name, capacity, free, passengers, plateNumber, driver: driver.name };
  });
  const nowhere = { id: null, capacity: 0, free: 0, plateNumber: null, driver: null };
  return [...vehicles, { ...nowhere, name: withoutSeat, passengers: of(null) }];
}
