import { DAY_MS } from '../../../kernel/durations';
import { enumeration } from '../../../kernel/enumeration';
import {
  Email,
  ExternalIdFilter,
  Id,
  Integer,
  Nested,
  OneOf,
  Phone,
  QueryFlag,
  SomeOf,
  Text,
  TextList,
  Timestamp,
} from '../../../platform/fields/fields';
import { WalkedQuery } from '../../../platform/fields/page.query';
import { columnsOf } from '../../../platform/database/table';
import { MAX_PLUS_ONES } from '../events';
import { PartyBrief } from './parties.dto';
import { AnswersField, ShownAnswers, type AnswersInput } from './answers';
import { Companions, ShownCompanions, type CompanionInput } from './companions';
import { RSVPS, EventGuest, type Answers, type Companion, type Rsvp } from './event-guest.entity';

const EVENT_GUEST = columnsOf(EventGuest, 'eg');

export const PLUS_ONES = {
  min: 0,
  max: MAX_PLUS_ONES,
  description:
    'How many people the guest brings along. A guest who has declined brings nobody: then it is 0, whatever is sent.',
  example: 1,
} as const;
const OWN_MAX_PLUS_ONES = {
  min: 0,
  max: MAX_PLUS_ONES,
  presence: 'nullable',
  description: "How many people this guest may bring who answers by their own link; null is the event's `maxPlusOnes`.",
  example: null,
} as const;
/** The limit of what planners write; the guest's note comes on top. */
export const MAX_NOTES = 5000;
export const MAX_NOTE = 2000;
const NOTES = {
  lines: true,
  presence: 'nullable',
  max: MAX_NOTES + 2 + MAX_NOTE,
  description:
    "For planners: up to 5000 characters, not counting the guest's own note, which follows after an empty line and " +
    'replaces their previous one.',
  example: 'Arrives with the band.',
} as const;

export class UpdateEventGuest {
  @OneOf(RSVPS, { presence: 'optional', example: 'accepted' }) rsvp?: Rsvp;
  @Integer({ ...PLUS_ONES, presence: 'optional' }) plusOnes?: number;
  @Integer(OWN_MAX_PLUS_ONES) maxPlusOnes?: number | null;
  @Companions() companions?: CompanionInput[];
  @AnswersField() answers?: AnswersInput;
  @Text(NOTES) notes?: string | null;
}

/** What was done at the door a while ago, because there was no connection. */
export const MAX_DELAY_MS = 7 * DAY_MS;

export class CheckInEventGuest {
  @Timestamp({
    presence: 'optional',
    description:
      'When they came, for a check-in that waited for a connection: up to 7 days ago. In the future, or left out, it is ' +
      'now. Of several check-ins the earliest counts.',
  })
  occurredAt?: Date;
}

export class UndoCheckInQuery {
  @Timestamp({
    presence: 'optional',
    description: 'When it was taken back: a check-in that happened after that stays.',
  })
  occurredAt?: Date;
}

const EVENT_GUEST_SORTS = enumeration('EventGuestSort', ['createdAt', 'name']);

export class EventGuestsQuery extends WalkedQuery {
  @ExternalIdFilter('crm-1815', 'guest') externalId?: string[];
  @Text({
    max: 200,
    presence: 'optional',
    description:
      "Words of the guest's name, e-mail address, company, phone number or externalId, or parts of them, in any order, ignoring case and accents.",
    example: 'ada',
  })
  q?: string;
  @SomeOf(RSVPS) rsvp?: Rsvp[];
  @Id({ presence: 'optional', description: 'Only those of this party; none for a party that does not exist.' })
  partyId?: string;
  @QueryFlag({ presence: 'optional', description: 'Only those who are checked in, or only those who are not.' })
  checkedIn?: boolean;
  @QueryFlag({
    presence: 'optional',
    description: 'Only those who wait for a place, or only those who do not: `rsvp=pending` has both.',
  })
  waiting?: boolean;
  @Text({
    max: 40,
    presence: 'optional',
    description: "The code of a guest's pass, however it is typed. `q` finds it, too.",
    example: '7K3QX0M2BV',
  })
  code?: string;
  @OneOf(EVENT_GUEST_SORTS, { presence: 'optional', default: 'createdAt' })
  sortBy?: (typeof EVENT_GUEST_SORTS)[number];
}

/** The fields of the guest that an event shows, as they are now. */
export class InvitedGuest {
  @Id({ of: 'guest' }) readonly id: string;
  @Text({ max: 200, presence: 'nullable', description: "The other system's id of the guest.", example: 'crm-1815' })
  readonly externalId: string | null;
  @Text({ max: 200, example: 'Ada Lovelace' }) readonly name: string;
  @Email({ presence: 'nullable' }) readonly email: string | null;
  @Phone({ presence: 'nullable' }) readonly phone: string | null;
  @Text({ max: 200, presence: 'nullable', example: 'Analytical Engines' }) readonly company: string | null;
  @TextList({ maxEntries: 50, max: 50, example: ['vip'] }) readonly tags: string[];
  @Text({ max: 1000, presence: 'nullable', example: 'Vegetarian' }) readonly dietary: string | null;
  @Timestamp({
    presence: 'nullable',
    description: 'When the person was erased: the place stays without one, and their answer as it was.',
    example: null,
  })
  readonly erasedAt: string | null;
}

const POSITION = {
  min: 1,
  max: 2 ** 31 - 1,
  description: 'Groups that wait longer, and this one.',
  example: 3,
} as const;

/** Where a guest stands who waits for a place. */
export class WaitingView {
  @Integer(POSITION) readonly position: number;
  @Integer({
    min: 1,
    max: 2 ** 31 - 1,
    description: 'How many people wait together: the guest, those who asked in the same request, and their plus-ones.',
    example: 2,
  })
  readonly people: number;
  @Timestamp({ description: 'Since when. Whoever asks for more people waits from then on.' }) readonly since: string;
}

/** A guest on an event as the API shows them. */
export class EventGuestView {
  @Id() readonly id: string;
  @Id() readonly eventId: string;
  @Id({ description: 'The same as `guest.id`.' }) readonly guestId: string;
  @Nested(() => InvitedGuest, { personal: true }) readonly guest: InvitedGuest;
  @OneOf(RSVPS, { example: 'accepted' }) readonly rsvp: Rsvp;
  @Integer(PLUS_ONES) readonly plusOnes: number;
  @Integer(OWN_MAX_PLUS_ONES) readonly maxPlusOnes: number | null;
  @ShownCompanions() readonly companions: readonly Companion[];
  @ShownAnswers() readonly answers: Answers;
  @Nested(() => PartyBrief, {
    presence: 'nullable',
    personal: true,
    description:
      'The party in which the guest comes: those who belong together. Changes of it are changes of the party.',
  })
  readonly party: PartyBrief | null;
  @Id({ presence: 'nullable', description: 'The vehicle in which the guest and their plus-ones have seats.' })
  readonly vehicleAssignmentId: string | null;
  @Timestamp({ presence: 'nullable', description: 'When the guest was checked in.' }) readonly checkedInAt:
    string | null;
  @Nested(() => WaitingView, {
    presence: 'nullable',
    description: "The guest's place on the event's waiting list; null when they are not on it.",
  })
  readonly waitlist: WaitingView | null;
  @Text({ ...NOTES, personal: true }) readonly notes: string | null;
  @Text({
    max: 2000,
    format: 'uri',
    description: 'Where the guest answers, without signing in: whoever has the link may answer for them.',
    example: 'https://events.example.com/api/rsvp/AZobLD1Of1CKYbLD1OX2BwGaGyw9Tn9QimGyw9Tl9gfQ0fMkpZ7cB6yE1wVtXa2j',
    personal: false,
  })
  readonly rsvpUrl: string;
  @Text({
    max: 10,
    description:
      "The code of the guest's pass: ten characters of Crockford's base32, the last of which checks the others (Luhn modulo " +
      '32). Case, blanks and hyphens do not matter when it is read.',
    example: '7K3QX0M2BV',
    personal: false,
  })
  readonly code: string;
  @Text({
    max: 2000,
    format: 'uri',
    description: "The guest's pass, a page with the code as QR that can be printed. Whoever has the link sees it.",
    example: 'https://events.example.com/rsvp/AZobLD1Of1CKYbLD1OX2BwGaGyw9Tn9QimGyw9Tl9gfQ0fMkpZ7cB6yE1wVtXa2j/pass',
    personal: false,
  })
  readonly passUrl: string;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}

/** A row as the repository reads it: the view without computed fields. */
export interface EventGuestRow extends Omit<EventGuestView, 'rsvpUrl' | 'passUrl' | 'waitlist'> {
  /** See {@link EventGuest}. */
  readonly waitingNumber: number | null;
  readonly waitingSince: string | null;
}

/** How many seats a guest takes: their own, and one for each of their plus-ones. */
export function seatsOf({ plusOnes }: Pick<EventGuestView, 'plusOnes'>): number {
  return 1 + plusOnes;
}

/** The same in SQL, of all the guests that a statement finds in `event_guests eg`. */
export const SEATS_OF_ALL = `coalesce(sum(1 + ${EVENT_GUEST.plusOnes}), 0)::int`;
