import { Injectable } from '@nestjs/common';
import { Recorder } from '../../../platform/recorders/recorder';
import type { Changes } from '../../../platform/records/changes';
import { PASSENGER_RECORD } from './passenger.record';
import type { PassengerChangeView, PassengerView } from './passengers.dto';
import type { PassengerStatus } from './trip-passenger.entity';

/** The trip that something happens on. */
interface TripIds {
  readonly id: string;
  readonly eventId: string;
}

/** Who it happens to. */
type PassengerIds = Pick<PassengerView, 'eventGuestId' | 'guestId'>;

/** How somebody is on a trip; a null status is not at all. */
export interface PassengerState {
  readonly status: PassengerStatus | null;
  readonly stopId: string | null;
}

/** Records what happens to passengers on trips. */
@Injectable()
export class PassengerRecorder {
  constructor(private readonly recorder: Recorder) {}

  /** @param further what the audit record says beside */
  changed(
    trip: TripIds,
    passenger: PassengerIds,
    before: PassengerState,
    after: PassengerState,
    further: Changes = {},
  ): void {
    const [was, is] = [before, after].map((state) => changeView(trip, passenger, state)) as [
      PassengerChangeView,
      PassengerChangeView,
    ];
    // The record is of the guest of the event, so it must say on which trip.
    const changes = {
      ...PASSENGER_RECORD.auditedBetween(was, is),
      tripId: { before: trip.id, after: trip.id },
      ...further,
    };
    this.recorder.record(PASSENGER_RECORD, 'updated', was, is, { changes });
  }

  /** All who had one status have another. @param passengers as they were */
  allBecame(trip: TripIds, passengers: readonly PassengerView[], from: PassengerStatus, to: PassengerStatus): void {
    for (const passenger of passengers) {
      const { status, stopId } = passenger;
      if (status === from) this.changed(trip, passenger, { status, stopId }, { status: to, stopId });
    }
  }
}

function changeView(
  { id: tripId, eventId }: TripIds,
  { eventGuestId, guestId }: PassengerIds,
  { status, stopId }: PassengerState,
): PassengerChangeView {
  return { id: eventGuestId, tripId, eventGuestId, status, stopId, eventId, guestId };
}
