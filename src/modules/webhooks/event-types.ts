import { enumeration } from '../../kernel/enumeration';
import { exampleId } from '../../platform/fields/example-id';
import type { Schema } from '../../platform/openapi/types';

/** A type of event that endpoints of an organization can subscribe to. */
export interface EventType {
  readonly type: string;
  readonly description: string;
  /** The shape of `data`, by its name in the OpenAPI document: the record as the API shows it. */
  readonly view?: string;
  /** Fields that `data` leaves out of the view. */
  readonly without?: readonly string[];
  /** The fields of `data`, all of them required, if it is not a record as the API shows it. */
  readonly fields?: Readonly<Record<string, Schema>>;
  /** Fields of an example of `data` that differ from the view's example. */
  readonly example?: Readonly<Record<string, unknown>>;
}

const SECRET_LINK = ['rsvpUrl'];

/** An event to test an endpoint with, sent on request and whatever its event types. */
export const TEST_EVENT = 'webhook.test';

/** Every type of event. The platform's outbox carries no other; a test drives the operations and compares. */
export const EVENT_CATALOGUE: readonly EventType[] = [
  ...changesOf('tour', 'tour', 'TourView'),
  {
    type: 'event.created',
    description: 'An event was created. The data holds its id, its name and the tour that it belongs to.',
    fields: {
      id: idOf('event'),
      name: { type: 'string', example: 'Opening night' },
      tourId: { ...idOf('tour'), type: ['string', 'null'] },
    },
  },
  ...changesOf('event', 'event', 'EventView').slice(1, 2),
  {
    type: 'event.deleted',
    description:
      'An event was deleted. The data holds the last record. Its guests, team, assignments and expenses are gone with it; no events of their own are sent.',
    view: 'EventView',
  },
  ...changesOf('guest', 'guest', 'GuestView'),
  ...changesOf('vehicle', 'vehicle', 'VehicleView'),
  ...changesOf('expense', 'expense', 'ExpenseView'),
  ...changesOf('vehicle_assignment', 'vehicle assignment', 'VehicleAssignmentView'),
  ofEventGuest('event_guest.added', 'A guest was put on an event.'),
  ofEventGuest('event_guest.removed', 'A guest was taken off an event. The data holds the last record.'),
  ofEventGuest('guest.rsvp', 'A guest of an event answered, or the answer was changed for them.'),
  ofEventGuest('guest.checked_in', 'A guest of an event was checked in.'),
  ofEventGuest('guest.vehicle_changed', 'A guest of an event got another vehicle, or none.'),
  { type: 'member.joined', description: 'Somebody joined the organization.', view: 'MemberView' },
  { type: 'member.updated', description: 'The role, name or status of a member was changed.', view: 'MemberView' },
  {
    type: 'member.removed',
    description: 'A member was removed. The data holds the last record.',
    view: 'MemberView',
  },
  {
    type: 'invitation.created',
    description: 'Somebody was invited.',
    view: 'InvitationView',
    example: { status: 'pending', acceptedAt: null },
  },
  {
    type: 'invitation.accepted',
    description: 'An invitation was accepted.',
    view: 'InvitationView',
    example: { status: 'accepted' },
  },
  {
    type: 'invitation.revoked',
    description: 'An invitation was revoked.',
    view: 'InvitationView',
    example: { status: 'revoked', acceptedAt: null },
  },
  {
    type: 'subscription.updated',
    description:
      "The organization's subscription began, changed, was renewed, will end or has ended, or all that was owed for it is paid.",
    view: 'BillingView',
  },
  {
    type: TEST_EVENT,
    description: 'A test that was asked for. It goes to the endpoint that is tested, whatever its event types.',
    fields: { webhookId: idOf('webhook'), message: { type: 'string', example: 'This is a test.' } },
  },
];

/** The names of all event types. */
export const EVENT_TYPES: readonly string[] = enumeration(
  'EventType',
  EVENT_CATALOGUE.map(({ type }) => type),
);

/** Subscribes an endpoint to all event types. */
export const ALL_EVENTS = '*';

function changesOf(subject: string, name: string, view: string): EventType[] {
  const article = /^[aeiou]/.test(name) ? 'An' : 'A';
  return [
    { type: `${subject}.created`, description: `${article} ${name} was created.`, view },
    { type: `${subject}.updated`, description: `${article} ${name} was changed. The data holds the new record.`, view },
    {
      type: `${subject}.deleted`,
      description: `${article} ${name} was deleted. The data holds the last record.`,
      view,
    },
  ];
}

function idOf(kind: string): Schema {
  return { type: 'string', format: 'uuid', example: exampleId(kind) };
}

function ofEventGuest(type: string, description: string): EventType {
  return { type, description, view: 'EventGuestView', without: SECRET_LINK };
}
