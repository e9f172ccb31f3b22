import type { Dictionary } from '../../locales/en';

type Words = Readonly<Record<string, string>>;

/** What a field is called: as its form calls it, where it has one. Undefined for one that this version does not know. */
export function fieldWord(field: string, dictionary: Dictionary): string | undefined {
  const { tours, events, guests, vehicles, expenses, webhooks, auditLogs, organization } = dictionary;
  const { team, plans, coupons, messages, operators, announcements } = dictionary;
  const sources: readonly Words[] = [
    auditLogs.fields,
    tours.fields,
    events.fields,
    guests.fields,
    vehicles.fields,
    expenses.fields,
    webhooks.fields,
    organization.fields,
    team.fields,
    plans.fields,
    coupons.fields,
    messages.fields,
    operators.organizations.fields,
    announcements.platform.fields,
  ];
  return sources.find((words) => words[field] !== undefined)?.[field];
}

/** The same for any field: one that is not known stays in the words of the API, `startsAt` is `Starts at`. */
export function fieldName(field: string, dictionary: Dictionary): string {
  const known = fieldWord(field, dictionary);
  if (known !== undefined) return known;
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The words for the values of a field that takes few, such as the status of a tour. Empty for others. */
export function wordsOfValues(field: string, type: string, dictionary: Dictionary): Words {
  const { announcements, apiKeys, auditLogs, billing, coupons, eventGuests, events, messages, webhooks } = dictionary;
  const { calendarFeeds, conflicts, messageRules, trips } = dictionary;
  const words: Readonly<Record<string, Words>> = {
    status: statusWords(type, dictionary),
    statuses: webhooks.deliveryStatuses,
    rsvp: eventGuests.answers,
    level: announcements.levels,
    audience: announcements.platform.audiences,
    interval: billing.intervals,
    duration: coupons.durations,
    channel: messages.channels,
    failureReason: messages.failureReasons,
    waitlist: events.waitlists,
    scopes: apiKeys.scopes,
    permissions: apiKeys.permissions,
    trigger: messageRules.triggers,
    late: messageRules.late,
    direction: trips.directionNames,
    ...auditLogs.values,
    kind: { ...calendarFeeds.kinds, ...conflicts.kinds, ...auditLogs.values.kind },
  };
  return words[field] ?? {};
}

function statusWords(type: string, dictionary: Dictionary): Words {
  const { billing, events, members, messages, operators, team, tours, trips, vehicles, webhooks } = dictionary;
  const words: Readonly<Record<string, Words>> = {
    event: events.statuses,
    invitation: members.invitationStatuses,
    invoice: billing.invoiceStatuses,
    member: members.statuses,
    notification: messages.statuses,
    organization: operators.organizations.statuses,
    subscription: billing.statuses,
    team_member: team.statuses,
    tour: tours.statuses,
    trip: trips.statuses,
    user: members.statuses,
    vehicle: vehicles.statuses,
    webhook: webhooks.statuses,
  };
  return words[type] ?? {};
}
