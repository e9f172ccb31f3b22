import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { Recorder } from '../../../platform/recorders/recorder';
import type { PassengerStatus } from './trip-passenger.entity';
import { TripPassengersRepository } from './trip-passengers.repository';
import { TRIP_RECORD } from './trip.record';
import { TripsRepository, type TripBrief } from './trips.repository';
import { TripsService } from './trips.service';

/** Whether a trip is being boarded, which follows from its passengers. */
@Injectable()
export class TripBoarding {
  constructor(
    private readonly passengers: TripPassengersRepository,
    private readonly trips: TripsRepository,
    private readonly service: TripsService,
    private readonly recorder: Recorder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The first to board makes a trip `boarding`; when nobody is on board any more it is planned again. */
  async follow({ id, status }: TripBrief, became?: PassengerStatus): Promise<void> {
    if (status !== 'planned' && status !== 'boarding') return;
    const isAboard = became === 'boarded' || became === 'alighted';
    if (status === 'planned' ? !isAboard : isAboard || (await this.passengers.isAnybodyAboard(id))) return;
    const before = await this.service.get(id);
    await this.trips.update(id, {
      status: status === 'planned' ? 'boarding' : 'planned',
      updatedAt: this.clock.now(),
    });
    this.recorder.updated(TRIP_RECORD, before, await this.service.get(id));
  }
}
