import { created, type Stage } from '../every-change/step';
import type { TestedResource } from '../tested-resource';

const ofTrip = (rest: string) => (stage: Stage) => `/api/trips/${stage.made['trip'].id}${rest}`;
const ofTripEvent = (rest: string) => (stage: Stage) => `/api/events/${stage.made['tripEvent'].id}${rest}`;
const ofRider = (stage: Stage) => ofTrip(`/passengers/${stage.made['rider'].id}`)(stage);

const planned = created(ofTripEvent('/trips'), 'trip', ({ made }) => ({
  vehicleAssignmentId: made['tripAssignment'].id,
  departsAt: '2027-05-14T12:00:00Z',
}));
const added = created(ofTrip('/passengers'), 'passenger', ({ made }) => ({ eventGuestId: made['rider'].id }));

export const TESTED: TestedResource = {
  path: '/api/trips/',
  make: async ({ session }, made) => {
    const body = { vehicleAssignmentId: made['/api/vehicle-assignments/'], departsAt: '2027-05-14T12:00:00Z' };
    const trip = (await session.post(`/api/events/${made['/api/events/']}/trips`, body).expect(201)).body;
    const eventGuestId = made['/api/events/{}/guests/'];
    await session.post(`/api/trips/${trip.id}/passengers`, { eventGuestId }).expect(201);
    return trip;
  },
  changes: [
    {
      route: 'POST /api/events',
      run: created(
        () => '/api/events',
        'tripEvent',
        () => ({ name: 'With a trip' }),
      ),
      emits: ['event.created'],
    },
    {
      route: 'POST /api/vehicles',
      run: created(
        () => '/api/vehicles',
        'tripVehicle',
        () => ({ name: 'A coach', capacity: 4 }),
      ),
      emits: ['vehicle.created'],
    },
    {
      route: 'POST /api/events/:id/vehicles',
      run: created(ofTripEvent('/vehicles'), 'tripAssignment', ({ made }) => ({ vehicleId: made['tripVehicle'].id })),
      emits: ['vehicle_assignment.created'],
    },
    {
      route: 'POST /api/events/:id/guests',
      run: created(ofTripEvent('/guests'), 'rider', () => ({ name: 'A rider' })),
      emits: ['guest.created', 'event_guest.added'],
    },
    { route: 'POST /api/events/:id/trips', run: planned, emits: ['trip.created'] },
    {
      route: 'PATCH /api/trips/:id',
      run: (stage) => stage.tenant.key.patch(ofTrip('')(stage), { notes: 'Waits' }).expect(200),
      emits: ['trip.updated'],
    },
    { route: 'POST /api/trips/:id/passengers', run: added, emits: ['passenger.updated'] },
    {
      route: 'PATCH /api/trips/:tripId/passengers/:eventGuestId',
      run: (stage) => stage.tenant.key.patch(ofRider(stage), { status: 'boarded' }).expect(200),
      emits: ['passenger.updated', 'trip.updated'],
    },
    {
      route: 'DELETE /api/trips/:tripId/passengers/:eventGuestId',
      run: (stage) => stage.tenant.key.delete(ofRider(stage)).expect(204),
      emits: ['passenger.updated', 'trip.updated'],
    },
    {
      route: 'DELETE /api/trips/:id',
      run: (stage) => stage.tenant.key.delete(ofTrip('')(stage)).expect(204),
      emits: ['trip.deleted'],
    },
    { route: 'POST /api/events/:id/trips', run: planned, emits: ['trip.created'] },
    {
      route: 'POST /api/trips/:id/depart',
      run: (stage) => stage.tenant.key.post(ofTrip('/depart')(stage), {}).expect(200),
      emits: ['trip.departed'],
    },
    {
      route: 'POST /api/trips/:id/arrive',
      run: (stage) => stage.tenant.key.post(ofTrip('/arrive')(stage), {}).expect(200),
      emits: ['trip.arrived'],
    },
    {
      route: 'DELETE /api/events/:id',
      run: (stage) => stage.tenant.key.delete(ofTripEvent('')(stage)).expect(204),
      emits: ['trip.deleted', 'event.deleted'],
    },
    {
      route: 'DELETE /api/vehicles/:id',
      run: ({ tenant, made }) => tenant.key.delete(`/api/vehicles/${made['tripVehicle'].id}`).expect(204),
      emits: ['vehicle.deleted'],
    },
    {
      route: 'DELETE /api/guests/:id',
      run: ({ tenant, made }) => tenant.key.delete(`/api/guests/${made['rider'].guestId}`).expect(204),
      emits: ['guest.deleted'],
    },
  ],
};
