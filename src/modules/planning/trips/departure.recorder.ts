import { Injectable } from '@nestjs/common';
import { Recorder } from '../../../platform/recorders/recorder';
import { PassengerRecorder } from './passenger.recorder';
import type { PassengerView } from './passengers.dto';
import { TRIP_RECORD } from './trip.record';
import type { EndBoarding } from './trip-departures.dto';
import type { TripView } from './trips.dto';

/** Records departures and arrivals of trips, and what passengers become by them. */
@Injectable()
export class DepartureRecorder {
  constructor(
    private readonly recorder: Recorder,
    private readonly passengerRecorder: PassengerRecorder,
  ) {}

  /** Whoever was still expected was not there. @param passengers as they were */
  departed(before: TripView, after: TripView, passengers: readonly PassengerView[], how: EndBoarding): void {
    this.record('departed', before, after, how);
    this.passengerRecorder.allBecame(after, passengers, 'expected', 'no_show');
  }

  /** Whoever was on board got off. @param passengers as they were */
  arrived(before: TripView, after: TripView, passengers: readonly PassengerView[], how: EndBoarding): void {
    this.record('arrived', before, after, how);
    this.passengerRecorder.allBecame(after, passengers, 'boarded', 'alighted');
  }

  private record(
    verb: 'departed' | 'arrived',
    before: TripView,
    after: TripView,
    { reason = null }: EndBoarding,
  ): void {
    const changes = TRIP_RECORD.auditedBetween(before, after);
    const id = this.recorder.log(TRIP_RECORD, verb, before, after, {
      changes: { ...changes, ...(reason !== null && { reason: { before: null, after: reason } }) },
    });
    this.recorder.publish(TRIP_RECORD, verb, before, { ...after, ...(reason !== null && { reason }) }, { id });
  }
}
