import { PickType } from '@nestjs/swagger';
import { valueAt } from '../../../kernel/lists';
import { Id, ListOf, Nested, Phone, Shown, Text, Timestamp } from '../../../platform/fields/fields';
import { EventGuestView, seatsOf } from '../event-guests';
import { EventView } from '../events';

const COUNT = { type: 'integer', minimum: 0 } as const;
const PHONE = { presence: 'nullable', description: 'E.164.', example: '+436601234567' } as const;

/** The event, as it is shown everywhere. */
export class ManifestEvent extends PickType(EventView, ['id', 'name', 'status', 'startsAt', 'endsAt', 'timezone']) {}

/** A guest, as they are shown everywhere. */
export class ManifestGuest extends PickType(EventGuestView, [
  'plusOnes',
  'companions',
  'rsvp',
  'checkedInAt',
  'notes',
]) {
  @Id() readonly eventGuestId: string;
  @Id() readonly guestId: string;
  @Text({ max: 200, example: 'Ada Lovelace' }) readonly name: string;
  @Phone(PHONE) readonly phone: string | null;
  @Text({ max: 200, presence: 'nullable', example: 'Analytical Engines' }) readonly company: string | null;
  @Text({ max: 1000, presence: 'nullable', example: 'Vegetarian' }) readonly dietary: string | null;
  @Timestamp({
    presence: 'nullable',
    description: 'When the person was erased: nobody comes in their place.',
    example: null,
  })
  readonly erasedAt: string | null;
}

class ManifestVehicle {
  @Id({ of: 'vehicle' }) readonly id: string;
  @Text({ max: 200, example: 'Coach 1' }) readonly name: string;
  @Text({ max: 20, presence: 'nullable', example: 'W-12345T' }) readonly plateNumber: string | null;
  @Text({ max: 100, presence: 'nullable', example: 'coach' }) readonly type: string | null;
}

class ManifestDriver {
  @Text({ max: 200, presence: 'nullable', example: 'Karl Berger' }) readonly name: string | null;
  @Phone(PHONE) readonly phone: string | null;
}

export class ManifestRide {
  @Id() readonly vehicleAssignmentId: string;
  @Nested(() => ManifestVehicle) readonly vehicle: ManifestVehicle;
  @Nested(() => ManifestDriver, {
    description: 'Who drives its trips on this event; of a vehicle without them, its own driver.',
  })
  readonly driver: ManifestDriver;
  @Shown({ ...COUNT, description: 'Seats that count now.', example: 40 }) readonly capacity: number;
  @Shown({ ...COUNT, description: 'Seats of guests and of their plus-ones.', example: 2 }) readonly seatsUsed: number;
  @Text({ max: 5000, presence: 'nullable', example: 'Leaves from the hotel at 17:30.' })
  readonly notes: string | null;
  @ListOf(() => ManifestGuest, { description: 'By name.' }) readonly guests: ManifestGuest[];
}

/** Who sits in which vehicle, as the API shows it. */
export class ManifestView {
  @Nested(() => ManifestEvent) readonly event: ManifestEvent;
  @ListOf(() => ManifestRide, { description: "By the vehicle's name." }) readonly vehicles: ManifestRide[];
  @ListOf(() => ManifestGuest, { description: 'Guests without a seat who have not declined, by name.' })
  readonly unseated: ManifestGuest[];
}

/** Somebody who drives trips of a vehicle; who is a user has the phone number of their profile. */
interface TripDriver {
  readonly userId: string | null;
  readonly name: string;
  readonly phone: string | null;
}

/** A vehicle of the event as the repository reads it, with its own driver and those of its trips. */
export interface RideRow extends Omit<ManifestRide, 'seatsUsed' | 'guests'> {
  readonly tripDrivers: readonly TripDriver[];
}

/** A guest of the event who has not declined, as the repository reads them. */
export interface PassengerRow extends ManifestGuest {
  vehicleAssignmentId: string | null;
}

/**
 * Puts a manifest together.
 *
 * @param rides in the order in which they are shown
 * @param passengers in the order in which they are shown
 * @param phones those of users who drive, by their ids
 */
export function toManifestView(
  event: ManifestEvent,
  rides: readonly RideRow[],
  passengers: readonly PassengerRow[],
  phones: ReadonlyMap<string, string>,
): ManifestView {
  const guests = new Map<string | null, ManifestGuest[]>([[null, []]]);
  for (const ride of rides) guests.set(ride.vehicleAssignmentId, []);
  for (const { vehicleAssignmentId, ...guest } of passengers) valueAt(guests, vehicleAssignmentId).push(guest);
  return {
    event,
    vehicles: rides.map(({ tripDrivers, ...ride }) => {
      const seated = valueAt(guests, ride.vehicleAssignmentId);
      const driver = tripDrivers.length === 0 ? ride.driver : driverOf(tripDrivers, phones);
      return { ...ride, driver, seatsUsed: seated.reduce((sum, guest) => sum + seatsOf(guest), 0), guests: seated };
    }),
    unseated: valueAt(guests, null),
  };
}

/** Those who drive the trips of a vehicle, as one: the phone number is that of the only one. */
function driverOf(drivers: readonly TripDriver[], phones: ReadonlyMap<string, string>): ManifestDriver {
  const names = new Set(drivers.map(({ name }) => name));
  const numbers = drivers.map(({ userId, phone }) => (userId === null ? phone : (phones.get(userId) ?? null)));
  return { name: [...names].join(', '), phone: numbers.length === 1 ? (numbers[0] ?? null) : null };
}
