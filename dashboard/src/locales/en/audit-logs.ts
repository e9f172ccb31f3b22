import { plural } from '../../shared/plural';

/** What a sentence about an action can say. */
export interface Deed {
  /** The record with its kind: `the tour “Alps”`. */
  readonly what: string;
  /** Its name alone; null where it has none, or is gone without having left one. */
  readonly name: string | null;
  /** What a field was and has become: a name where it refers to a record, empty if that is gone; null for none. */
  readonly before: (field: string) => string | null;
  readonly after: (field: string) => string | null;
}

/** What is done to records of every kind; `what` is a noun of below, with the record's name. */
const verbs = {
  created: (what: string) => `created ${what}`,
  updated: (what: string) => `changed ${what}`,
  deleted: (what: string) => `deleted ${what}`,
  erased: (what: string) => `erased ${what}`,
  added: (what: string) => `added ${what}`,
  removed: (what: string) => `removed ${what}`,
  published: (what: string) => `published ${what}`,
  read: (what: string) => `read ${what}`,
  revoked: (what: string) => `revoked ${what}`,
  resent: (what: string) => `sent ${what} once more`,
  accepted: (what: string) => `accepted ${what}`,
  suspended: (what: string) => `suspended ${what}`,
  reactivated: (what: string) => `reactivated ${what}`,
  redeemed: (what: string) => `redeemed ${what}`,
  issued: (what: string) => `issued ${what}`,
  paid: (what: string) => `marked ${what} as paid`,
  voided: (what: string) => `voided ${what}`,
  cancelled: (what: string) => `cancelled ${what}`,
  renewed: (what: string) => `renewed ${what}`,
  ended: (what: string) => `ended ${what}`,
  completed: (what: string) => `finished sending ${what}`,
  retried: (what: string) => `sent ${what} again to those it had missed`,
} satisfies Record<string, (what: string) => string>;

/** A name, or words for somebody or something that is not known by name. */
const or = (name: string | null, words: string) => name || words;

/** Actions that say more than that. */
const deeds = {
  'event_guest.added': ({ name, after }) => `put ${or(name, 'a guest')} on ${or(after('eventId'), 'an event')}`,
  'event_guest.removed': ({ name, before }) => `took ${or(name, 'a guest')} off ${or(before('eventId'), 'an event')}`,
  'event_guest.updated': ({ name }) => `changed what is known of ${or(name, 'a guest')} for an event`,
  'event_guest.answered': ({ after }) =>
    ({
      accepted: 'accepted an invitation',
      declined: 'declined an invitation',
      tentative: 'answered an invitation with “perhaps”',
    })[after('rsvp') ?? ''] ?? 'changed the answer to an invitation',
  'event_guest.checked_in': ({ name }) => `checked ${or(name, 'a guest')} in`,
  'event_guest.check_in_undone': ({ name }) => `undid the check-in of ${or(name, 'a guest')}`,
  'event_guest.vehicle_changed': ({ name, before, after }) => {
    const [from, to] = [before('vehicleAssignmentId'), after('vehicleAssignmentId')];
    const guest = or(name, 'a guest');
    if (from === null) return `gave ${guest} a seat in ${or(to, 'a vehicle')}`;
    if (to === null) return `took ${guest} out of ${or(from, 'a vehicle')}`;
    return `moved ${guest} from ${or(from, 'one vehicle')} to ${or(to, 'another')}`;
  },
  'vehicle_assignment.created': ({ name, after }) =>
    `put ${or(name, 'a vehicle')} on ${or(after('eventId'), 'an event')}`,
  'vehicle_assignment.deleted': ({ name, before }) =>
    `took ${or(name, 'a vehicle')} off ${or(before('eventId'), 'an event')}`,
  'email.changed': () => 'changed the e-mail address',
  'sso.updated': () => 'changed single sign-on',
  'sso.domain_added': () => 'added a domain to single sign-on',
  'sso.domain_proven': () => 'proved a domain of single sign-on',
  'sso.domain_removed': () => 'removed a domain from single sign-on',
  'factor.added': () => 'set up a second factor',
  'factor.removed': () => 'removed a second factor',
  'factor.reset': ({ name }) => `took all second factors from ${or(name, 'a user')}`,
  'impersonation.started': ({ name }) => `began to act as ${or(name, 'a user')}`,
  'impersonation.ended': ({ name }) => `stopped acting as ${or(name, 'a user')}`,
  'member.joined': () => 'joined the organization',
  'member.updated': ({ name, before, after }) => {
    const member = or(name, 'a member');
    const role = after('role');
    if (role !== null) return `gave ${member} the role ${role} instead of ${or(before('role'), 'none')}`;
    return after('status') === 'active' ? `let ${member} in again` : `changed the member ${member}`;
  },
  'organization.purged': () => 'erased the organization',
  'password.changed': () => 'changed the password',
  'referral.converted': () => 'won a customer by a referral',
  'session.started': () => 'signed in',
  'session.ended': () => 'signed out, or ended a session',
  'session.failed': () => 'saw a try to sign in with a wrong password',
  'session.locked': () => 'stopped further tries to sign in',
  'session.organization_switched': () => 'came here from another organization',
  'user.email_confirmed': () => 'confirmed the e-mail address',
  'user.password_reset': () => 'chose a new password by e-mail',
  'user.password_reset_requested': () => 'asked for a new password by e-mail',
  'user.super_admin_granted': ({ name }) => `made ${or(name, 'somebody')} an operator`,
  'user.super_admin_revoked': ({ name }) => `made ${or(name, 'an operator')} an ordinary user again`,
  'webhook.disabled': ({ what }) => `disabled ${what}, because nothing had reached it`,
  'webhook.recovered': ({ what }) => `sent again what ${what} had missed`,
  'webhook.secret_rotated': ({ what }) => `gave ${what} a new secret`,
  'webhook.tested': ({ what }) => `sent ${what} a test`,
  'webhook_delivery.redelivered': () => 'sent a webhook delivery once more',
} satisfies Record<string, (deed: Deed) => string>;

export const auditLogs = {
  title: 'Audit log',
  empty: 'Nothing was recorded yet.',
  what: 'What happened',
  when: 'When',
  about: 'About',
  from: 'From',
  to: 'To',
  ip: 'IP address',
  userAgent: 'Program',
  requestId: 'Request',
  record: 'Audit record',
  field: 'Field',
  before: 'Before',
  after: 'After',
  allAbout: 'Everything about this record',
  onlyBy: (name: string) => `Only by ${name}`,
  onlyAboutOne: 'Only about one record',
  more: (count: number) => `${count} more`,
  system: 'The service',
  somebody: 'Somebody',
  impersonated: (email: string | null) => `In truth ${email ?? 'an operator who was erased'}, who acted as this user`,
  erased: 'erased',
  erasedRecords: (count: number) =>
    `${count} ${count === 1 ? 'record names' : 'records name'} people who were erased; the seals are true all the same.`,
  named: (noun: string, name: string) => `${noun} “${name}”`,
  otherDeed: (action: string) => `did ${action}`,
  action: 'Action',
  export: 'Export',
  exportTitle: 'Export the audit log',
  exportText:
    'A file with one record a line, in the order in which they were sealed, each with its seal and the one before. Whoever has it can compute the seals anew without us: a seal is SHA-256 of the seal before and the record as it stands in the line. Keep the last seal: with the next export it shows whether anything before was changed.',
  download: 'Download',
  reversed: 'This is before the first day.',
  history: 'History',
  reason: 'Reason',
  verify: 'Verify',
  verifying: 'The seals of all records are being computed anew…',
  unchanged: (count: number) =>
    count === 0 ? 'No record is sealed yet' : `Unchanged: ${plural('en', count, { one: 'record', other: 'records' })}`,
  changed: 'The log was changed after it was written',
  firstBroken: 'The first record that does not fit its seal',
  unsealed: (count: number) =>
    `${plural('en', count, { one: 'record is', other: 'records are' })} so new that the seal follows within a minute.`,
  proves:
    'Each record is sealed together with the seal before it. So this finds records that were changed, removed, added or moved, unless every later seal was made anew. It can not find that the newest records were removed together with their seals.',
  verbs,
  deeds,
  nouns: {
    address: 'an e-mail address',
    announcement: 'the announcement',
    api_key: 'the API key',
    coupon: 'the coupon',
    event: 'the event',
    event_guest: 'the event guest',
    expense: 'the expense',
    guest: 'the guest',
    invitation: 'the invitation',
    invoice: 'the invoice',
    member: 'the member',
    notification: 'the message',
    organization: 'the organization',
    plan: 'the plan',
    platform_settings: 'the settings of the platform',
    referral: 'the referral code',
    role: 'the role',
    session: 'a session',
    settings: 'the settings',
    subscription: 'the subscription',
    suppression: 'an address that gets no messages',
    team_member: 'the team member',
    tour: 'the tour',
    user: 'the user',
    vehicle: 'the vehicle',
    vehicle_assignment: 'the vehicle of an event',
    webhook: 'the webhook endpoint',
    webhook_delivery: 'a webhook delivery',
  },
  types: {
    announcement: 'Announcements',
    api_key: 'API keys',
    event: 'Events',
    event_guest: 'Guests of events',
    expense: 'Expenses',
    guest: 'Guests',
    invitation: 'Invitations',
    invoice: 'Invoices',
    member: 'Members',
    notification: 'Messages',
    organization: 'Organization',
    referral: 'Referrals',
    role: 'Roles',
    session: 'Sessions',
    settings: 'Settings',
    subscription: 'Subscription',
    team_member: 'Teams',
    tour: 'Tours',
    user: 'Users',
    vehicle: 'Vehicles',
    vehicle_assignment: 'Vehicles of events',
    webhook: 'Webhooks',
    webhook_delivery: 'Webhook deliveries',
  },
  /** Fields that have no form. */
  fields: {
    vehicleAssignmentId: 'Vehicle',
    rsvp: 'Answer',
    plusOnes: 'Plus-ones',
    checkedInAt: 'Checked in',
    role: 'Role',
    reason: 'Reason',
    retention: 'Retention',
    guestDaysAfterLastEvent: 'Days after the last event',
    permissions: 'Permissions',
    eventId: 'Event',
    guestId: 'Guest',
    tourId: 'Tour',
    secretPrefix: 'Secret',
    secretActiveFrom: 'Secret signs from',
    deliveryId: 'Delivery',
  },
};
