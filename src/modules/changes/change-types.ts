import { enumeration } from '../../kernel/enumeration';
import type { Permission } from '../../kernel/permissions';
import { holds, type Principal } from '../../kernel/principal';

const madeChangedRemoved = (...subjects: string[]) =>
  subjects.flatMap((subject) => ['created', 'updated', 'deleted'].map((verb) => `${subject}.${verb}`));

/** Every type of change, by the permission that its readers need; null where any caller may read such records. */
const TYPES_BY_PERMISSION: readonly (readonly [Permission | null, readonly string[]])[] = [
  [
    null,
    [
      ...madeChangedRemoved('tour', 'event', 'guest', 'vehicle', 'expense', 'vehicle_assignment'),
      'guest.erased',
      ...['event_guest.added', 'event_guest.updated', 'event_guest.removed'],
      ...['guest.rsvp', 'guest.checked_in', 'guest.check_in_undone', 'guest.vehicle_changed'],
      ...['team_member.added', 'team_member.updated', 'team_member.removed'],
      ...['notification.created', 'notification.retried', 'notification.completed', 'settings.updated'],
    ],
  ],
  [
    'users.read',
    [
      ...['member.joined', 'member.updated', 'member.removed'],
      ...['invitation.created', 'invitation.accepted', 'invitation.revoked'],
    ],
  ],
  ['roles.read', madeChangedRemoved('role')],
  ['apiKeys.read', ['api_key.created', 'api_key.updated', 'api_key.revoked']],
  ['webhooks.read', [...madeChangedRemoved('webhook'), 'webhook.secret_rotated', 'webhook.disabled', 'webhook.test']],
  ['billing.read', ['subscription.updated', 'invoice.issued', 'invoice.paid']],
];

/** The names of all types. */
export const CHANGE_TYPES: readonly string[] = enumeration(
  'ChangeType',
  TYPES_BY_PERMISSION.flatMap(([, types]) => types),
);

const PERMISSIONS = new Map(
  TYPES_BY_PERMISSION.flatMap(([permission, types]) => types.map((type) => [type, permission])),
);

/** The types of actions of the audit log that are not called like their type. */
const ALIASES: Readonly<Record<string, string>> = {
  'event_guest.answered': 'guest.rsvp',
  'event_guest.checked_in': 'guest.checked_in',
  'event_guest.check_in_undone': 'guest.check_in_undone',
  'event_guest.vehicle_changed': 'guest.vehicle_changed',
  'subscription.created': 'subscription.updated',
  'subscription.cancelled': 'subscription.updated',
  'subscription.renewed': 'subscription.updated',
  'subscription.ended': 'subscription.updated',
  'user.updated': 'member.updated',
  'user.suspended': 'member.updated',
  'user.reactivated': 'member.updated',
  'team_member.erased': 'team_member.updated',
  'webhook.tested': 'webhook.test',
};

/**
 * The type of a change, or null for an audit record that is no change of the organization's data, such as a sign-in.
 *
 * @param action of the audit record
 * @param changed the names of its fields
 */
export function typeOf(action: string, changed: readonly string[]): string | null {
  if (action === 'event_guest.updated') return typeOfUpdatedPlace(changed);
  const type = ALIASES[action] ?? action;
  return PERMISSIONS.has(type) ? type : null;
}

/** The callers' permissions that types of changes ask for, as a key that callers with the same ones share. */
export function readablePermissions(principal: Principal): Permission[] {
  const asked = TYPES_BY_PERMISSION.map(([permission]) => permission);
  return asked.filter((permission) => permission !== null && holds(principal, permission)) as Permission[];
}

/** Whether callers with these permissions may read changes of a type. */
export function isReadable(type: string, permissions: readonly Permission[]): boolean {
  const permission = PERMISSIONS.get(type);
  return permission === null || (permission !== undefined && permissions.includes(permission));
}

/** What a planner changes of a guest on an event goes by the part that matters most, as it does for webhooks. */
function typeOfUpdatedPlace(changed: readonly string[]): string {
  if (changed.includes('rsvp') || changed.includes('plusOnes')) return 'guest.rsvp';
  return changed.includes('vehicleAssignmentId') ? 'guest.vehicle_changed' : 'event_guest.updated';
}
