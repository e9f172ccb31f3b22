import { Injectable } from '@nestjs/common';
import { Conflict, found } from '../../../kernel/problems';
import { csvOf, type Cell } from '../../../platform/csv/csv';
import { UserPhones } from '../../people/users';
import { companionsText } from '../event-guests';
import { toManifestView, type ManifestGuest, type ManifestRide, type ManifestView } from './manifest.dto';
import { ManifestRepository, MAX_PASSENGERS } from './manifest.repository';

/** The list that drivers leave with: who sits in which vehicle of an event. */
@Injectable()
export class ManifestService {
  constructor(
    private readonly manifests: ManifestRepository,
    private readonly phones: UserPhones,
  ) {}

  /** @throws NotFound, Conflict `too_many_guests` */
  async manifest(eventId: string): Promise<ManifestView> {
    const parts = found(await this.manifests.read(eventId));
    if (parts.passengers.length > MAX_PASSENGERS)
      throw new Conflict('too_many_guests', `A manifest holds ${MAX_PASSENGERS} guests at most: list them instead.`);
    const { event, rides, passengers } = parts;
    const users = rides.flatMap(({ tripDrivers }) => tripDrivers.flatMap(({ userId }) => userId ?? []));
    return toManifestView(event, rides, passengers, await this.phones.of(users));
  }

  /**
   * The manifest as CSV (RFC 4180), with a header row, a row for each guest, and one for each vehicle without guests.
   *
   * @throws NotFound, Conflict `too_many_guests`
   */
  async csv(eventId: string): Promise<string> {
    const { vehicles, unseated } = await this.manifest(eventId);
    return csvOf(COLUMNS, [
      ...vehicles.flatMap((ride) =>
        (ride.guests.length > 0 ? ride.guests : [null]).map((guest) => lineOf(guest, ride)),
      ),
      ...unseated.map((guest) => lineOf(guest, null)),
    ]);
  }
}

const COLUMNS = [
  'vehicle',
  'plateNumber',
  'driver',
  'driverPhone',
  'vehicleNotes',
  'guest',
  'phone',
  'plusOnes',
  'rsvp',
  'dietary',
  'checkedInAt',
  'notes',
  'companions',
];

/**
 * @param guest null for a vehicle without guests
 * @param ride null for a guest without a seat
 */
function lineOf(guest: ManifestGuest | null, ride: ManifestRide | null): Cell[] {
  return [
    ride?.vehicle.name ?? null,
    ride?.vehicle.plateNumber ?? null,
    ride?.driver.name ?? null,
    ride?.driver.phone ?? null,
    ride?.notes ?? null,
    guest?.name ?? null,
    guest?.phone ?? null,
    guest?.plusOnes ?? null,
    guest?.rsvp ?? null,
    guest?.dietary ?? null,
    guest?.checkedInAt ?? null,
    guest?.notes ?? null,
    companionsText(guest?.companions ?? []),
  ];
}
