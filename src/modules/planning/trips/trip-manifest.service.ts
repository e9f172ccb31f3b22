import { Injectable } from '@nestjs/common';
import { csvOf } from '../../../platform/csv/csv';
import type { TripManifestView } from './trip-manifest.dto';
import { TripPassengersRepository } from './trip-passengers.repository';
import { TripsService } from './trips.service';

const COLUMNS = ['stop', 'stopDepartsAt', 'guest', 'people', 'status', 'boardedAt', 'alightedAt', 'added'];

/** The list that a driver leaves with: who gets on where. */
@Injectable()
export class TripManifests {
  constructor(
    private readonly trips: TripsService,
    private readonly passengers: TripPassengersRepository,
  ) {}

  /** @throws NotFound */
  async manifest(id: string): Promise<TripManifestView> {
    const trip = await this.trips.get(id);
    const passengers = await this.passengers.all(id);
    const at = (stopId: string | null) => passengers.filter((passenger) => passenger.stopId === stopId);
    return {
      trip,
      driver: trip.driver,
      stops: trip.stops.map((stop) => ({ ...stop, passengers: at(stop.id) })),
      withoutStop: at(null),
    };
  }

  /** The manifest as CSV (RFC 4180), with a header row and a row for each guest. @throws NotFound */
  async csv(id: string): Promise<string> {
    const { stops, withoutStop } = await this.manifest(id);
    const places = [...stops, { name: null, departsAt: null, passengers: withoutStop }];
    return csvOf(
      COLUMNS,
      places.flatMap(({ name, departsAt, passengers }) =>
        passengers.map((passenger) => [
          name,
          departsAt,
          passenger.name,
          passenger.people,
          passenger.status,
          passenger.boardedAt,
          passenger.alightedAt,
          String(passenger.added),
        ]),
      ),
    );
  }
}
