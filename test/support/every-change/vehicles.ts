import { created, ofEvent, ofEventGuest, type Step } from './step';

export const VEHICLES: readonly Step[] = [
  {
    route: 'POST /api/vehicles',
    run: created(
      () => '/api/vehicles',
      'vehicle',
      () => ({ name: 'A bus', capacity: 3 }),
    ),
    emits: ['vehicle.created'],
  },
  {
    route: 'PATCH /api/vehicles/:id',
    run: ({ tenant, made }) => tenant.key.patch(`/api/vehicles/${made['vehicle'].id}`, { capacity: 4 }).expect(200),
    emits: ['vehicle.updated'],
  },
  {
    route: 'POST /api/events/:id/vehicles',
    run: created(ofEvent('/vehicles'), 'assignment', ({ made }) => ({ vehicleId: made['vehicle'].id })),
    emits: ['vehicle_assignment.created'],
  },
  {
    route: 'PATCH /api/vehicle-assignments/:id',
    run: ({ tenant, made }) =>
      tenant.key.patch(`/api/vehicle-assignments/${made['assignment'].id}`, { notes: 'Early' }).expect(200),
    emits: ['vehicle_assignment.updated'],
  },
  {
    route: 'POST /api/events/:eventId/guests/:eventGuestId/vehicle',
    run: (stage) =>
      stage.tenant.key
        .post(ofEventGuest('/vehicle')(stage), { vehicleAssignmentId: stage.made['assignment'].id })
        .expect(200),
    emits: ['guest.vehicle_changed'],
  },
  {
    route: 'POST /api/rsvp/:token',
    run: ({ anybody, made }) =>
      anybody.post(new URL(made['eventGuest'].rsvpUrl).pathname, { rsvp: 'declined' }).expect(200),
    emits: ['guest.rsvp', 'guest.vehicle_changed'],
  },
  {
    route: 'DELETE /api/vehicle-assignments/:id',
    run: ({ tenant, made }) => tenant.key.delete(`/api/vehicle-assignments/${made['assignment'].id}`).expect(204),
    emits: ['vehicle_assignment.deleted'],
  },
  {
    route: 'DELETE /api/vehicles/:id',
    run: ({ tenant, made }) => tenant.key.delete(`/api/vehicles/${made['vehicle'].id}`).expect(204),
    emits: ['vehicle.deleted'],
  },
  // One that a past event still has, with a guest in it.
  {
    route: 'POST /api/vehicles',
    run: created(
      () => '/api/vehicles',
      'vehicle',
      () => ({ name: 'A van', capacity: 3 }),
    ),
    emits: ['vehicle.created'],
  },
  {
    route: 'POST /api/events/:id/vehicles',
    run: created(ofEvent('/vehicles'), 'assignment', ({ made }) => ({ vehicleId: made['vehicle'].id })),
    emits: ['vehicle_assignment.created'],
  },
  {
    route: 'PATCH /api/events/:eventId/guests/:eventGuestId',
    run: (stage) => stage.tenant.key.patch(ofEventGuest()(stage), { rsvp: 'accepted' }).expect(200),
    emits: ['guest.rsvp'],
  },
  {
    route: 'POST /api/events/:eventId/guests/:eventGuestId/vehicle',
    run: (stage) =>
      stage.tenant.key.post(ofEventGuest('/vehicle')(stage), { vehicleId: stage.made['vehicle'].id }).expect(200),
    emits: ['guest.vehicle_changed'],
  },
  {
    route: 'PATCH /api/events/:id',
    run: ({ tenant, made }) => tenant.key.patch(`/api/events/${made['event'].id}`, { status: 'completed' }).expect(200),
    emits: ['event.updated'],
  },
  {
    route: 'DELETE /api/vehicles/:id',
    run: ({ tenant, made }) => tenant.key.delete(`/api/vehicles/${made['vehicle'].id}`).expect(204),
    emits: ['guest.vehicle_changed', 'vehicle_assignment.deleted', 'vehicle.deleted'],
  },
];
