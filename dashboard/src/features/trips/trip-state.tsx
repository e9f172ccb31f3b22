import { useText } from '../../shared/language';
import { Status, type Tone } from '../../shared/status';
import { clockText } from '../../shared/time';
import type { Trip } from './trips-queries';

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
