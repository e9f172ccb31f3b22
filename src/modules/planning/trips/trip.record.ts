import { lifecycleOf, RecordKind } from '../../../platform/records/record-kind';
import { VEHICLE_RECORD } from '../vehicles';
import { Trip } from './trip.entity';
import { TripView } from './trips.dto';

const REASON = {
  reason: {
    type: 'string',
    description: 'Why it went without everybody who was expected, where somebody said so.',
    example: 'The road closes at noon.',
  },
};

export const TRIP_RECORD = new RecordKind<TripView>({
  type: 'trip',
  view: TripView,
  resource: 'vehicles',
  named: { entity: Trip, property: 'vehicleId', of: VEHICLE_RECORD },
  // They follow from the assignment, the guests, the team and other trips.
  derived: ['vehicle', 'driver', 'capacity', 'passengers', 'conflicts'],
  // A planner's edit stands while people board: what they see of that is no part of what they change.
  versionOf: ({ capacity: _capacity, passengers: _passengers, conflicts: _conflicts, updatedAt: _at, ...trip }) => ({
    ...trip,
    status: trip.status === 'boarding' ? 'planned' : trip.status,
  }),
  personOf: ({ id, driver }) => (driver === null ? id : (driver.userId ?? driver.teamMemberId)),
  parents: ({ eventId }) => ({ eventId, tourId: null }),
  changes: {
    ...lifecycleOf('A trip'),
    departed: { says: 'A trip departed. The data has the new record.', updates: true, optional: REASON },
    arrived: { says: 'A trip arrived. The data has the new record.', updates: true, optional: REASON },
  },
});
