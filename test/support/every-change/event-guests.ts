import { created, ofEvent, ofEventGuest, type Stage, type Step } from './step';

export const EVENT_GUESTS: readonly Step[] = [
  {
    route: 'POST /api/events/:id/guests/batch',
    run: (stage) =>
      stage.tenant.key
        .post(ofEvent('/guests/batch')(stage), {
          items: [{ externalId: 'b-1', rsvp: 'accepted', checkedIn: true }, { externalId: 'unknown' }],
        })
        .expect(200),
    emits: ['event_guest.added', 'guest.rsvp', 'guest.checked_in'],
  },
  {
    route: 'POST /api/events/:id/guests',
    run: created(ofEvent('/guests'), 'eventGuest', ({ made }) => ({ guestId: made['guest'].id })),
    emits: ['event_guest.added'],
  },
  {
    route: 'POST /api/events/:id/guests',
    run: created(ofEvent('/guests'), 'other', () => ({ name: 'Somebody new' })),
    emits: ['guest.created', 'event_guest.added'],
  },
  {
    route: 'PATCH /api/events/:eventId/guests/:eventGuestId',
    run: (stage) => stage.tenant.key.patch(ofEventGuest()(stage), { rsvp: 'tentative' }).expect(200),
    emits: ['guest.rsvp'],
  },
  {
    route: 'PATCH /api/events/:eventId/guests/:eventGuestId',
    run: (stage) => stage.tenant.key.patch(ofEventGuest()(stage), { notes: 'Arrives late' }).expect(200),
    emits: ['event_guest.updated'],
  },
  {
    route: 'POST /api/rsvp/:token',
    run: ({ anybody, made }) =>
      anybody.post(new URL(made['eventGuest'].rsvpUrl).pathname, { rsvp: 'accepted' }).expect(200),
    emits: ['guest.rsvp'],
  },
  {
    route: 'POST /api/rsvp/:token/form',
    run: ({ anybody, made }) =>
      anybody
        .post(`${new URL(made['eventGuest'].rsvpUrl).pathname}/form`)
        .type('form')
        .send({ rsvp: 'tentative', plusOnes: '0' })
        .expect(200),
    emits: ['guest.rsvp'],
  },
  {
    route: 'POST /api/events/:eventId/guests/:eventGuestId/check-in',
    run: (stage) => stage.tenant.key.post(ofEventGuest('/check-in')(stage)).expect(200),
    emits: ['guest.checked_in'],
  },
  {
    route: 'POST /api/events/:eventId/guests/:eventGuestId/check-in',
    run: (stage) => stage.tenant.key.post(ofEventGuest('/check-in')(stage)).expect(200),
  },
  {
    route: 'DELETE /api/events/:eventId/guests/:eventGuestId/check-in',
    run: (stage) => stage.tenant.key.delete(ofEventGuest('/check-in')(stage)).expect(204),
    emits: ['guest.check_in_undone'],
  },
];

/** Of the one who has been put on the event. */
const ofWaiting =
  (suffix = '') =>
  (stage: Stage) =>
    `${ofEvent('/waitlist/')(stage)}${stage.made['eventGuest'].id}${suffix}`;

const putOnWaitlist: Step = {
  route: 'POST /api/events/:id/waitlist',
  run: (stage) =>
    stage.tenant.key.post(ofEvent('/waitlist')(stage), { eventGuestId: stage.made['eventGuest'].id }).expect(201),
  emits: ['guest.waitlisted'],
};

/** The event is given a list that planners decide about, and loses it again. */
export const WAITING_LIST: readonly Step[] = [
  {
    route: 'PATCH /api/events/:id',
    run: (stage) => stage.tenant.key.patch(ofEvent('')(stage), { waitlist: 'manual' }).expect(200),
    emits: ['event.updated'],
  },
  putOnWaitlist,
  {
    route: 'DELETE /api/events/:eventId/waitlist/:eventGuestId',
    run: (stage) => stage.tenant.key.delete(ofWaiting()(stage)).expect(204),
    emits: ['event_guest.updated'],
  },
  putOnWaitlist,
  {
    route: 'POST /api/events/:eventId/waitlist/:eventGuestId/promote',
    run: (stage) => stage.tenant.key.post(ofWaiting('/promote')(stage)).expect(200),
    emits: ['guest.promoted', 'guest.rsvp'],
  },
  {
    route: 'PATCH /api/events/:id',
    run: (stage) => stage.tenant.key.patch(ofEvent('')(stage), { waitlist: 'off' }).expect(200),
    emits: ['event.updated'],
  },
];

export const EVENT_GUEST_REMOVED: readonly Step[] = [
  {
    route: 'DELETE /api/events/:eventId/guests/:eventGuestId',
    run: (stage) => stage.tenant.key.delete(ofEventGuest()(stage)).expect(204),
    emits: ['event_guest.removed'],
  },
];
