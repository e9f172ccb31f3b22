import { plural } from '../../shared/plural';

/** What lists are of. */
const NOUNS = {
  tours: { one: 'tour', other: 'tours' },
  events: { one: 'event', other: 'events' },
  guests: { one: 'guest', other: 'guests' },
  vehicles: { one: 'vehicle', other: 'vehicles' },
  expenses: { one: 'expense', other: 'expenses' },
  messages: { one: 'message', other: 'messages' },
  recipients: { one: 'recipient', other: 'recipients' },
  people: { one: 'person', other: 'people' },
  invitations: { one: 'invitation', other: 'invitations' },
  keys: { one: 'key', other: 'keys' },
  webhooks: { one: 'webhook', other: 'webhooks' },
  deliveries: { one: 'delivery', other: 'deliveries' },
  invoices: { one: 'invoice', other: 'invoices' },
  organizations: { one: 'organization', other: 'organizations' },
  users: { one: 'user', other: 'users' },
  groups: { one: 'group', other: 'groups' },
  conflicts: { one: 'conflict', other: 'conflicts' },
  links: { one: 'link', other: 'links' },
  codes: { one: 'code', other: 'codes' },
  sessions: { one: 'session', other: 'sessions' },
  feeds: { one: 'feed', other: 'feeds' },
  addresses: { one: 'address', other: 'addresses' },
  plans: { one: 'plan', other: 'plans' },
  coupons: { one: 'coupon', other: 'coupons' },
  announcements: { one: 'announcement', other: 'announcements' },
  entries: { one: 'entry', other: 'entries' },
};

export type Noun = keyof typeof NOUNS;

export const lists = {
  noneCalled: (noun: Noun, name: string) => `No ${NOUNS[noun].one} called “${name}”.`,
  counted: (count: number, noun: Noun) => plural('en', count, NOUNS[noun]),
};
