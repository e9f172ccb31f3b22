import { Flag, Id, OneOf, Shown, SomeOf, Text, Timestamp } from '../../../platform/fields/fields';
import { UnidentifiedPageQuery } from '../../../platform/fields/page.query';
import { PASSENGER_STATUSES, type PassengerStatus } from './trip-passenger.entity';

const STOP = { presence: 'nullable', of: 'stop', description: 'Where they get on.' } as const;

export class AddPassenger {
  @Id({ description: 'A guest of the event.' }) eventGuestId: string;
  @Id(STOP) stopId?: string | null;
}

export class UpdatePassenger {
  @Id(STOP) stopId?: string | null;
  @OneOf(PASSENGER_STATUSES, { presence: 'optional', example: 'boarded' }) status?: PassengerStatus;
}

export class PassengersQuery extends UnidentifiedPageQuery {
  @SomeOf(PASSENGER_STATUSES) status?: PassengerStatus[];
  @Id({ presence: 'optional', of: 'stop', description: 'Those who get on at this stop.' }) stopId?: string;
  @Text({
    max: 200,
    presence: 'optional',
    description:
      "Words of the guest's name, e-mail address, company, phone number or externalId, or parts of them, in any order, ignoring case and accents.",
    example: 'ada',
  })
  q?: string;
}

/** A guest on a trip, with their plus-ones. */
export class PassengerView {
  @Id() readonly eventGuestId: string;
  @Id({ presence: 'nullable', description: 'Null for somebody who has left the event since the departure.' })
  readonly guestId: string | null;
  @Text({ max: 200, presence: 'nullable', example: 'Ada Lovelace' }) readonly name: string | null;
  @Shown({ type: 'integer', minimum: 1, description: 'The guest and their plus-ones.', example: 2 })
  readonly people: number;
  @Id(STOP) readonly stopId: string | null;
  @OneOf(PASSENGER_STATUSES, { example: 'expected' }) readonly status: PassengerStatus;
  @Timestamp({ presence: 'nullable', example: null }) readonly boardedAt: string | null;
  @Timestamp({ presence: 'nullable', example: null }) readonly alightedAt: string | null;
  @Flag({ description: 'Rides on this trip without a seat in the vehicle.', example: false }) readonly added: boolean;
}

/** What happened to a guest on a trip, as the log keeps it. */
export class PassengerChangeView {
  @Id({ of: 'eventGuest' }) readonly id: string;
  @Id() readonly tripId: string;
  @Id() readonly eventGuestId: string;
  @OneOf(PASSENGER_STATUSES, { presence: 'nullable', example: 'boarded' }) readonly status: PassengerStatus | null;
  @Id(STOP) readonly stopId: string | null;
  @Id() readonly eventId: string;
  @Id({ presence: 'nullable' }) readonly guestId: string | null;
}
