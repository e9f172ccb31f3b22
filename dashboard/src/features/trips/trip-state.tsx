import { useText } from '../../shared/language';
import { Status, type Tone } from '../../shared/status';
import { clockText } from '../../shared/time';
import type { Passenger, Trip } from './trips-queries';

const TONES: Readonly<Record<Trip['status'], Tone>> = {
  planned: 'neutral',
  boarding: 'waiting',
  departed: 'now',
  arrived: 'good',
  cancelled: 'bad',
};

export function TripState({ status }: { readonly status: Trip['status'] }) {
  const { trips } = useText();
  return <Status tone={TONES[status]}>{trips.statuses[status]}</Status>;
}

/** What a trip is called: its vehicle, where it goes, and when. */
export function useTripName(): (trip: Pick<Trip, 'vehicle' | 'direction' | 'departsAt'>, zone: string) => string {
  const { trips } = useText();
  return ({ vehicle, direction, departsAt }, zone) =>
    `${vehicle.name}, ${trips.directions[direction]}, ${clockText(departsAt, zone)}`;
}

/** The people who are on board of all who need a place. */
export function onBoard({ passengers: { boarded, alighted, expected } }: Trip): { here: number; all: number } {
  return { here: boarded + alighted, all: boarded + alighted + expected };
}

/** The people who take up places. */
export function onTheWay({ passengers: { boarded, expected } }: Trip): number {
  return boarded + expected;
}

/**
 * When a trip should be on its way: by its departure while nobody is on board, by that of its last stop afterwards. Until
 * then it fetches people.
 */
export function dueAt({ status, departsAt, stops }: Pick<Trip, 'status' | 'departsAt' | 'stops'>): string {
  if (status !== 'boarding') return departsAt;
  const last = stops.findLast((stop) => stop.departsAt !== null)?.departsAt ?? departsAt;
  return Date.parse(last) > Date.parse(departsAt) ? last : departsAt;
}

/** The stops of a trip that somebody gets on at, and who; last those without a stop. */
export function stopsWith(trip: Trip, passengers: readonly Passenger[], withoutStop: string) {
  return [...trip.stops, { id: null, name: withoutStop, departsAt: null }]
    .map((stop) => ({ ...stop, passengers: passengers.filter(({ stopId }) => stopId === stop.id) }))
    .filter((stop) => stop.passengers.length > 0);
}
