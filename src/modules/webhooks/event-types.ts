import { enumeration } from '../../kernel/enumeration';
import type { Permission } from '../../kernel/permissions';
import type { Resource } from '../../kernel/scopes';
import { exampleId } from '../../platform/fields/example-id';
import type { Schema } from '../../platform/openapi/types';

/** A type of event that endpoints of an organization can subscribe to. */
export interface EventType {
  readonly type: string;
  readonly description: string;
  /** What the maker of an endpoint must hold to get it; absent where any caller may read such records. */
  readonly permission?: Permission;
  /** Whether the body has `previous`: the values that the changed fields had. */
  readonly updates?: true;
  /** The shape of the whole record, where endpoints that ask for it get that in place of `fields`. */
  readonly fullView?: string;
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
    description:
      'An event was created. The data has its id, its name and the tour that it belongs to; for endpoints with fullPayload the record.',
    fullView: 'EventView',
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
      'An event was deleted. The data has the last record. Its guests, team, assignments and expenses are gone with it; no events of their own are sent.',
    view: 'EventView',
  },
  ...changesOf('guest', 'guest', 'GuestView'),
  {
    type: 'guest.erased',
    description: 'A guest was erased: forget them, too. The data has the id alone.',
    fields: { id: idOf('guest') },
  },
  ...changesOf('vehicle', 'vehicle', 'VehicleView'),
  ...changesOf('expense', 'expense', 'ExpenseView'),
  ...changesOf('vehicle_assignment', 'vehicle assignment', 'VehicleAssignmentView'),
  ofEventGuest('event_guest.added', 'A guest was put on an event.'),
  ofEventGuest('event_guest.updated', 'The notes on a guest of an event were changed.', true),
  ofEventGuest('event_guest.removed', 'A guest was taken off an event. The data has the last record.'),
  ofEventGuest('guest.rsvp', 'A guest of an event answered, or the answer was changed for them.', true),
  ofEventGuest('guest.checked_in', 'A guest of an event was checked in.', true),
  ofEventGuest('guest.check_in_undone', 'The check-in of a guest of an event was undone.', true),
  ofEventGuest('guest.vehicle_changed', 'A guest of an event got another vehicle, or none.', true),
  { type: 'team_member.added', description: 'Somebody was put on the team of an event.', view: 'TeamMemberView' },
  {
    type: 'team_member.updated',
    description:
      'A member of the team of an event was changed, or a contact on it was erased, as `erasedAt` says: forget them, too.',
    view: 'TeamMemberView',
    updates: true,
  },
  {
    type: 'team_member.removed',
    description: 'Somebody was taken off the team of an event. The data has the last record.',
    view: 'TeamMemberView',
  },
  {
    type: 'notification.completed',
    description: 'A message was sent to all of its recipients, or could not be sent to some.',
    view: 'NotificationView',
  },
  { type: 'settings.updated', description: 'The settings were changed.', view: 'SettingsView', updates: true },
  ...changesOf('role', 'role', 'RoleView').map((type): EventType => ({ ...type, permission: 'roles.read' })),
  ...membersTypes(),
  {
    type: 'subscription.updated',
    description:
      "The organization's subscription began, changed, was renewed, will end or has ended, or all that was owed for it is paid.",
    view: 'BillingView',
    permission: 'billing.read',
    updates: true,
  },
  {
    type: 'invoice.issued',
    description: 'An invoice was issued.',
    view: 'InvoiceView',
    permission: 'billing.read',
    example: { status: 'open', paidAt: null },
  },
  {
    type: 'invoice.paid',
    description: 'An invoice was paid.',
    view: 'InvoiceView',
    permission: 'billing.read',
    updates: true,
    example: { status: 'paid' },
  },
  {
    type: 'webhook.disabled',
    description: 'An endpoint was disabled after days of nothing but failures, as it was set to be.',
    view: 'WebhookView',
    without: ['health'],
    updates: true,
    example: { status: 'disabled', autoDisable: true },
  },
  {
    type: TEST_EVENT,
    description: 'A test that was asked for. It goes to the endpoint that is tested, whatever its event types.',
    fields: { webhookId: idOf('webhook'), message: { type: 'string', example: 'This is a test.' } },
  },
];

/** What the scopes of keys name, by what types of events begin with. Types of nothing else are within `*:read` alone. */
const RESOURCES: Readonly<Record<string, Resource>> = {
  tour: 'tours',
  event: 'events',
  team_member: 'events',
  guest: 'guests',
  event_guest: 'guests',
  vehicle: 'vehicles',
  vehicle_assignment: 'vehicles',
  expense: 'expenses',
  notification: 'notifications',
};

/** The resource that events of a type speak of, or null, as of `*`, which stands for all types. */
export function resourceOf(type: string): Resource | null {
  return RESOURCES[type.split('.', 1)[0]!] ?? null;
}

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
    {
      type: `${subject}.updated`,
      description: `${article} ${name} was changed. The data has the new record.`,
      view,
      updates: true,
    },
    {
      type: `${subject}.deleted`,
      description: `${article} ${name} was deleted. The data has the last record.`,
      view,
    },
  ];
}

function idOf(kind: string): Schema {
  return { type: 'string', format: 'uuid', example: exampleId(kind) };
}

function ofEventGuest(type: string, description: string, updates = false): EventType {
  return { type, description, view: 'EventGuestView', without: SECRET_LINK, ...(updates && { updates }) };
}

function membersTypes(): EventType[] {
  const types: EventType[] = [
    { type: 'member.joined', description: 'Somebody joined the organization.', view: 'MemberView' },
    {
      type: 'member.updated',
      description: 'The role, name or status of a member was changed.',
      view: 'MemberView',
      updates: true,
    },
    {
      type: 'member.removed',
      description: 'A member was removed. The data has the last record.',
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
      updates: true,
      example: { status: 'accepted' },
    },
    {
      type: 'invitation.revoked',
      description: 'An invitation was revoked.',
      view: 'InvitationView',
      updates: true,
      example: { status: 'revoked', acceptedAt: null },
    },
  ];
  return types.map((type) => ({ ...type, permission: 'users.read' }));
}
