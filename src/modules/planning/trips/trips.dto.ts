import { enumeration } from '../../../kernel/enumeration';
import type { FieldProblem } from '../../../kernel/problems';
import { TRIP_DIRECTIONS, type TripDirection } from '../../../kernel/trip-directions';
import { Consistent, OrderedBounds } from '../../../platform/fields/combinations';
import {
  Id,
  ListOf,
  Nested,
  NestedList,
  OneOf,
  PatchOf,
  PERIOD_BOUND,
  Phone,
  Shown,
  SomeOf,
  Text,
  Timestamp,
  TimestampOrDate,
} from '../../../platform/fields/fields';
import { WalkedQuery } from '../../../platform/fields/page.query';
import { TRIP_STATUSES, type Stop, type TripStatus } from './trip.entity';

export const MAX_STOPS = 30;

const DEPARTS_AT = { example: '2027-05-14T12:30:00.000Z' } as const;
const ARRIVES_AT = {
  presence: 'nullable',
  description: 'Not before departsAt. Without it, the trip counts as two hours when others are compared with it.',
  example: '2027-05-14T14:00:00.000Z',
} as const;
const DRIVER = { presence: 'nullable', of: 'teamMember', description: "A member of the event's team." } as const;
const NOTES = { max: 5000, lines: true, presence: 'nullable', example: 'Waits for the late flight.' } as const;
const STOP_NAME = { max: 200, example: 'Central station' } as const;
const ADDRESS = { max: 500, lines: true, presence: 'nullable', example: 'South Tyrolean Square 1' } as const;
const STOP_DEPARTS_AT = {
  presence: 'nullable',
  description: 'Not before that of an earlier stop.',
  example: '2027-05-14T12:45:00.000Z',
} as const;
const STOPS = { max: MAX_STOPS, presence: 'optional', description: 'In the order of the ride.' } as const;

/** A stop that a trip is to have. */
export class NewStop {
  @Text({ ...STOP_NAME, min: 1 }) name: string;
  @Text(ADDRESS) address?: string | null;
  @Timestamp(STOP_DEPARTS_AT) departsAt?: Date | null;
}

/** A stop of a trip that is there already, or a new one. */
export class StopChange extends NewStop {
  @Id({ presence: 'optional', of: 'stop', description: 'Of a stop that stays, with its passengers.' }) id?: string;
}

@Consistent(['departsAt', 'arrivesAt'], timesProblem)
@Consistent(['stops'], stopsProblems)
export class CreateTrip {
  @Id() vehicleAssignmentId: string;
  @Timestamp(DEPARTS_AT) departsAt: Date;
  @Timestamp(ARRIVES_AT) arrivesAt?: Date | null;
  @OneOf(TRIP_DIRECTIONS, { presence: 'optional', default: 'outbound', example: 'outbound' })
  direction?: TripDirection;
  @Id(DRIVER) driverTeamMemberId?: string | null;
  @NestedList(() => NewStop, STOPS) stops?: NewStop[];
  @Text(NOTES) notes?: string | null;
}

const SETTABLE_STATUSES = enumeration('TripStatusChange', ['planned', 'cancelled'] satisfies TripStatus[]);

@Consistent(['stops'], stopsProblems)
export class UpdateTrip extends PatchOf(CreateTrip, ['vehicleAssignmentId', 'stops']) {
  @NestedList(() => StopChange, {
    ...STOPS,
    description: 'All that the trip is to have, in the order of the ride. One that is left out is removed.',
  })
  stops?: StopChange[];
  @OneOf(SETTABLE_STATUSES, {
    presence: 'optional',
    description: 'A trip on which somebody has boarded stays `boarding` when it is said to be planned.',
    example: 'planned',
  })
  status?: (typeof SETTABLE_STATUSES)[number];
}

const TRIP_SORTS = enumeration('TripSort', ['departsAt', 'createdAt']);

class TripFilters extends WalkedQuery {
  @SomeOf(TRIP_DIRECTIONS) direction?: TripDirection[];
  @SomeOf(TRIP_STATUSES) status?: TripStatus[];
  @OneOf(TRIP_SORTS, { presence: 'optional', default: 'departsAt' }) sortBy?: (typeof TRIP_SORTS)[number];
}

export class TripsOfEventQuery extends TripFilters {
  @Id({ presence: 'optional' }) vehicleAssignmentId?: string;
}

@OrderedBounds()
export class TripsQuery extends TripFilters {
  @TimestampOrDate({ presence: 'optional', description: `Trips that depart then or later. ${PERIOD_BOUND}` })
  from?: string;
  @TimestampOrDate({ presence: 'optional', description: `Trips that depart then or earlier. ${PERIOD_BOUND}` })
  to?: string;
  @Id({ presence: 'optional' }) vehicleId?: string;
  @Id({ presence: 'optional', of: 'teamMember' }) driverTeamMemberId?: string;
}

/** A vehicle as trips show it. */
class TripVehicle {
  @Id({ of: 'vehicle' }) readonly id: string;
  @Text({ max: 200, example: 'Coach 1' }) readonly name: string;
  @Text({ max: 20, presence: 'nullable', example: 'W-12345T' }) readonly plateNumber: string | null;
}

export class TripDriver {
  @Id({ of: 'teamMember' }) readonly teamMemberId: string;
  @Id({ presence: 'nullable', description: 'Null for a contact.' }) readonly userId: string | null;
  @Text({ max: 200, example: 'Karl Berger' }) readonly name: string;
  @Phone({ presence: 'nullable', description: "A contact's, or of a user the one of their own profile." })
  readonly phone: string | null;
}

export class StopView {
  @Id({ of: 'stop' }) readonly id: string;
  @Text(STOP_NAME) readonly name: string;
  @Text(ADDRESS) readonly address: string | null;
  @Timestamp(STOP_DEPARTS_AT) readonly departsAt: string | null;
}

const people = (description: string, example: number) =>
  ({ type: 'integer', minimum: 0, description: `${description} Plus-ones included.`, example }) as const;

class PassengerFigures {
  @Shown(people('People who are still to come.', 12)) readonly expected: number;
  @Shown(people('People on board.', 23)) readonly boarded: number;
  @Shown(people('People who were not there.', 1)) readonly noShow: number;
  @Shown(people('People who got off.', 0)) readonly alighted: number;
}

const CONFLICT_KINDS = enumeration('TripConflictKind', ['vehicle', 'driver']);

/** Another trip at the same time. */
export class TripConflict {
  @OneOf(CONFLICT_KINDS, { description: 'What both need.', example: 'vehicle' })
  readonly kind: (typeof CONFLICT_KINDS)[number];
  @Id({ of: 'otherTrip' }) readonly tripId: string;
  @Id({ of: 'otherEvent' }) readonly eventId: string;
  @Text({ max: 200, example: 'Linz: matinee' }) readonly eventName: string;
}

/** A trip as the API shows it. */
export class TripView {
  @Id() readonly id: string;
  @Id() readonly eventId: string;
  @Id() readonly vehicleAssignmentId: string;
  @Nested(() => TripVehicle, { description: "The assignment's; once it has departed, the one it departed with." })
  readonly vehicle: TripVehicle;
  @OneOf(TRIP_DIRECTIONS, { example: 'outbound' }) readonly direction: TripDirection;
  @OneOf(TRIP_STATUSES, { example: 'planned' }) readonly status: TripStatus;
  @Timestamp(DEPARTS_AT) readonly departsAt: string;
  @Timestamp(ARRIVES_AT) readonly arrivesAt: string | null;
  @Timestamp({ presence: 'nullable', description: 'When it did.', example: null }) readonly departedAt: string | null;
  @Timestamp({ presence: 'nullable', description: 'When it did.', example: null }) readonly arrivedAt: string | null;
  @Id(DRIVER) readonly driverTeamMemberId: string | null;
  @Nested(() => TripDriver, { presence: 'nullable', personal: true }) readonly driver: TripDriver | null;
  @ListOf(() => StopView, { description: 'In the order of the ride.' }) readonly stops: Stop[];
  @Shown({
    type: 'integer',
    minimum: 0,
    description: 'How many people may be expected or on board; once it has departed, what it was then.',
    example: 40,
  })
  readonly capacity: number;
  @Nested(() => PassengerFigures) readonly passengers: PassengerFigures;
  @ListOf(() => TripConflict, {
    description:
      'Other trips of the vehicle or of the driver at an overlapping time: the first 50. Trips that only touch do not ' +
      'overlap, and cancelled ones, or those of cancelled events, never do.',
  })
  readonly conflicts: TripConflict[];
  @Text({ ...NOTES, personal: false }) readonly notes: string | null;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}

/** What is wrong with the times of a trip. */
export function timesProblem(trip: {
  departsAt?: Date | string | null;
  arrivesAt?: Date | string | null;
}): FieldProblem | null {
  const { departsAt, arrivesAt } = trip;
  if (departsAt == null || arrivesAt == null || new Date(arrivesAt) >= new Date(departsAt)) return null;
  return { field: 'arrivesAt', code: 'ends_before_start', message: 'arrivesAt must not be before departsAt.' };
}

/** Which stops depart before an earlier one. */
export function stopsProblems({ stops }: { stops?: readonly NewStop[] }): FieldProblem[] {
  let latest = -Infinity;
  return (stops ?? []).flatMap(({ departsAt }, index): FieldProblem[] => {
    if (departsAt == null) return [];
    const time = new Date(departsAt).getTime();
    const field = `stops.${index}.departsAt`;
    if (time < latest)
      return [{ field, code: 'out_of_order', message: `${field} must not be before that of an earlier stop.` }];
    latest = time;
    return [];
  });
}
