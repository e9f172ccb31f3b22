import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { Recorder } from '../../../platform/recorders/recorder';
import type { EventTrips } from '../events';
import { TRIP_RECORD } from './trip.record';
import { TripsRepository } from './trips.repository';
import { TripsService } from './trips.service';

/** What happens to the trips of an event with it: see {@link EventTrips}. */
@Injectable()
export class TripsOfEvents implements EventTrips {
  constructor(
    private readonly trips: TripsRepository,
    private readonly service: TripsService,
    private readonly recorder: Recorder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async move(eventId: string, byMs: number): Promise<void> {
    if (byMs === 0) return;
    await this.trips.lockOfEvent(eventId);
    const updatedAt = this.clock.now();
    const moved = (moment: string) => new Date(Date.parse(moment) + byMs);
    for (const before of await this.service.ofEvent(eventId)) {
      if (before.departedAt !== null) continue;
      await this.trips.update(before.id, {
        departsAt: moved(before.departsAt),
        arrivesAt: before.arrivesAt === null ? null : moved(before.arrivesAt),
        stops: before.stops.map((stop) => ({
          ...stop,
          departsAt: stop.departsAt === null ? null : moved(stop.departsAt).toISOString(),
        })),
        updatedAt,
      });
      this.recorder.updated(TRIP_RECORD, before, await this.service.get(before.id));
    }
  }

  async end(eventId: string): Promise<void> {
    await this.trips.lockOfEvent(eventId);
    for (const trip of await this.service.ofEvent(eventId)) this.recorder.deleted(TRIP_RECORD, trip);
  }
}
