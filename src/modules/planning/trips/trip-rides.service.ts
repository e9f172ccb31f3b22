import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { Recorder } from '../../../platform/recorders/recorder';
import type { GuestRide, RideRoom, Rides } from '../event-guests';
import { TRIP_RECORD } from './trip.record';
import { TripRoom } from './trip-room';
import { TripRoomRepository } from './trip-room.repository';
import { TripsService } from './trips.service';

/** Keeps trips in step with the guests of their events: see {@link Rides}. */
@Injectable()
export class TripRides implements Rides {
  constructor(
    private readonly rooms: TripRoomRepository,
    private readonly trips: TripsService,
    private readonly recorder: Recorder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async roomOn(
    eventId: string,
    eventGuestIds: readonly string[],
    assignmentIds?: readonly string[],
  ): Promise<RideRoom> {
    const { trips, guests, rows } = await this.rooms.lockConcerned(eventId, eventGuestIds, assignmentIds ?? null);
    return new TripRoom(trips, guests, rows);
  }

  async follow(eventGuestIds: readonly string[]): Promise<void> {
    if (eventGuestIds.length === 0) return;
    const locked = await this.rooms.lockWithRows(eventGuestIds);
    if (locked.length === 0) return;
    await this.rooms.forgetFormer(eventGuestIds);
    await this.planAgain(locked);
  }

  async leave(eventGuestIds: readonly string[]): Promise<void> {
    if (eventGuestIds.length === 0) return;
    const locked = await this.rooms.lockWithRows(eventGuestIds);
    await this.rooms.leave(eventGuestIds);
    await this.planAgain(locked);
  }

  ofGuest(eventGuestId: string): Promise<GuestRide[]> {
    return this.rooms.ofGuest(eventGuestId);
  }

  /** Those of the locked trips that nobody is on any more are not being boarded. */
  private async planAgain(locked: readonly { id: string; status: string }[]): Promise<void> {
    const boarding = locked.filter(({ status }) => status === 'boarding').map(({ id }) => id);
    if (boarding.length === 0) return;
    const planned = await this.rooms.emptyBecomePlanned(boarding, this.clock.now());
    for (const after of await this.trips.ofIds(planned)) {
      this.recorder.updated(TRIP_RECORD, { ...after, status: 'boarding' }, after);
    }
  }
}
