import { accepted, peopleOf, seatsOf, type BoardColumn } from './board-model';
import type { Passenger } from './seats-queries';

export interface ProposedMove {
  readonly passenger: Passenger;
  readonly column: BoardColumn;
}

/** Guests who belong together, by their event guests. */
export interface PartyOfGuests {
  readonly name: string;
  readonly eventGuestIds: readonly string[];
}

export interface Proposal {
  readonly moves: readonly ProposedMove[];
  /** How many people no vehicle has room for. */
  readonly left: number;
  /** Names of the parties that do not sit in one vehicle. */
  readonly parted: readonly string[];
}

/** Guests who should get seats in one vehicle: a party's, or one guest with those who come along. */
interface Unit {
  readonly passengers: readonly Passenger[];
  readonly size: number;
  /** Where others of the party sit already. */
  readonly home: BoardColumn | undefined;
}

type Free = Map<BoardColumn, number>;

/** As many tries as take no time that anybody notices; whoever fills a vehicle to the last seat needs more than one. */
const MAX_TRIES = 20_000;

/**
 * Proposes seats for accepted guests who have none: parties as a whole, in the vehicle where some of them sit already, or
 * else the fullest one that still has room. A party that fits nowhere as a whole is parted after all others are seated.
 */
export function proposeSeats(columns: readonly BoardColumn[], parties: readonly PartyOfGuests[]): Proposal {
  const vehicles = columns.filter(({ id }) => id !== null);
  const free: Free = new Map(vehicles.map((column) => [column, column.free]));
  const waiting = accepted(columns.filter(({ id }) => id === null).flatMap(({ passengers }) => passengers));
  const units = unitsOf(waiting, vehicles, parties);
  const moves: ProposedMove[] = [];
  const seat = (passengers: readonly Passenger[], column: BoardColumn) => {
    free.set(column, free.get(column)! - peopleOf(passengers));
    moves.push(...passengers.map((passenger) => ({ passenger, column })));
  };
  const parted: Unit[] = [];
  const found = seatAll(units, free);
  for (const unit of units) {
    const column = found?.get(unit) ?? fullestFirst(unit, free)[0];
    if (column === undefined) parted.push(unit);
    else seat(unit.passengers, column);
  }
  for (const passenger of parted.flatMap(({ passengers }) => passengers).sort(bySeats)) {
    const [column] = fullestFirst({ passengers: [passenger], size: seatsOf(passenger), home: undefined }, free);
    if (column !== undefined) seat([passenger], column);
  }
  const left = peopleOf(waiting) - peopleOf(moves.map(({ passenger }) => passenger));
  return { moves, left, parted: partedOf(columns, moves, parties) };
}

const bySeats = (a: Passenger, b: Passenger) => seatsOf(b) - seatsOf(a) || a.name.localeCompare(b.name);

function unitsOf(
  waiting: readonly Passenger[],
  vehicles: readonly BoardColumn[],
  parties: readonly PartyOfGuests[],
): Unit[] {
  const partyOf = new Map(parties.flatMap((party) => party.eventGuestIds.map((id) => [id, party] as const)));
  const together = new Map<unknown, Passenger[]>();
  for (const passenger of [...waiting].sort(bySeats)) {
    const key = partyOf.get(passenger.eventGuestId) ?? passenger;
    together.set(key, [...(together.get(key) ?? []), passenger]);
  }
  return [...together]
    .map(([key, passengers]) => {
      const home = vehicles.find((vehicle) =>
        vehicle.passengers.some(({ eventGuestId }) => partyOf.get(eventGuestId) === key),
      );
      return { passengers, size: peopleOf(passengers), home };
    })
    .sort((a, b) => b.size - a.size || a.passengers[0]!.name.localeCompare(b.passengers[0]!.name));
}

/** The vehicles that have room for a unit: where others of its party sit, then the fullest. */
function fullestFirst({ size, home }: Unit, free: Free): BoardColumn[] {
  return [...free]
    .filter(([, seats]) => seats >= size)
    .sort(([one, a], [other, b]) => Number(other === home) - Number(one === home) || a - b)
    .map(([column]) => column);
}

/**
 * Looks for a vehicle for every unit that could have one, none parted: the first try is the fullest vehicle for each, and what leads nowhere is
 * taken back.
 *
 * @returns null when there is no such way, or none was found
 */
function seatAll(all: readonly Unit[], before: Free): ReadonlyMap<Unit, BoardColumn> | null {
  const free = new Map(before);
  // Whoever comes alone takes any seat that is left, and what is larger than every vehicle is parted anyway.
  const units = all.filter((unit) => unit.size > 1 && fullestFirst(unit, free).length > 0);
  const seatsFree = [...free.values()].reduce((sum, seats) => sum + Math.max(0, seats), 0);
  if (units.reduce((sum, { size }) => sum + size, 0) > seatsFree) return null;
  const found = new Map<Unit, BoardColumn>();
  let tries = 0;
  const seatFrom = (index: number): boolean => {
    const unit = units[index];
    if (unit === undefined) return true;
    // Vehicles with as many free seats are the same try, unless others of the party sit in one.
    const tried = new Set<number>();
    for (const column of fullestFirst(unit, free)) {
      const seats = free.get(column)!;
      if (tried.has(seats)) continue;
      if (++tries > MAX_TRIES) return false;
      if (column !== unit.home) tried.add(seats);
      free.set(column, seats - unit.size);
      found.set(unit, column);
      if (seatFrom(index + 1)) return true;
      free.set(column, seats);
    }
    return false;
  };
  return seatFrom(0) ? found : null;
}

/** The parties whose guests, as proposed, sit in more than one vehicle, or some of them nowhere. */
function partedOf(
  columns: readonly BoardColumn[],
  moves: readonly ProposedMove[],
  parties: readonly PartyOfGuests[],
): string[] {
  const moved = new Map(moves.map(({ passenger, column }) => [passenger.eventGuestId, column]));
  const seats = new Map(
    columns.flatMap((column) =>
      accepted(column.passengers).map(({ eventGuestId }) => {
        const at = moved.get(eventGuestId) ?? column;
        return [eventGuestId, at.id] as const;
      }),
    ),
  );
  return parties
    .filter(
      ({ eventGuestIds }) => new Set(eventGuestIds.filter((id) => seats.has(id)).map((id) => seats.get(id))).size > 1,
    )
    .map(({ name }) => name);
}
