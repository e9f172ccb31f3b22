import { enumeration } from '../../../kernel/enumeration';
import type { FieldProblem } from '../../../kernel/problems';
import { TRIP_DIRECTIONS } from '../../../kernel/trip-directions';
import { Consistent } from '../../../platform/fields/combinations';
import {
  Id,
  Integer,
  ListOf,
  Nested,
  NestedList,
  OneOf,
  Text,
  TimeZone,
  Timestamp,
} from '../../../platform/fields/fields';
import {
  EVENT_STATUSES,
  type EventStatus,
  type EventView,
  MAX_PLUS_ONES,
  MAX_QUESTIONS,
  QuestionView,
  VenueShape,
} from '../events';
import { MAX_MEMBERS, PARTY_NAME } from './parties.dto';
import { AnswersField, ShownAnswers, type AnswersInput } from './answers';
import { Companions, ShownCompanions, type CompanionInput } from './companions';
import { RSVPS, type Answers, type Companion, type Rsvp } from './event-guest.entity';
import { MAX_NOTE, PLUS_ONES, WaitingView } from './event-guests.dto';
import type { Invitation } from './invitation';
import type { GuestRide } from './rides';

/** The answers a guest can give; only a planner can reset one to `pending`. */
const OWN_ANSWERS = enumeration('RsvpAnswer', ['accepted', 'declined', 'tentative'] satisfies Rsvp[]);
const NOTE = {
  max: MAX_NOTE,
  lines: true,
  presence: 'nullable',
  description: "For the planners, who find it at the end of the event guest's `notes`.",
  example: 'I will be late, the train comes in at eight.',
} as const;

const OWN_PLUS_ONES = {
  ...PLUS_ONES,
  presence: 'optional',
  description: `${PLUS_ONES.description} At most \`maxPlusOnes\`, or as many as it is now.`,
} as const;

/** What a guest answers for another one of their party. */
export class MemberAnswer {
  @Id({ description: "Of the party's other members." }) eventGuestId: string;
  @OneOf(OWN_ANSWERS, { example: 'accepted' }) rsvp: Exclude<Rsvp, 'pending'>;
  @Integer(OWN_PLUS_ONES) plusOnes?: number;
  @Companions() companions?: CompanionInput[];
  @AnswersField() answers?: AnswersInput;
}

@Consistent(['members'], memberProblems)
export class AnswerRsvp {
  @OneOf(OWN_ANSWERS, { example: 'accepted' }) rsvp: Exclude<Rsvp, 'pending'>;
  @Integer(OWN_PLUS_ONES) plusOnes?: number;
  @Companions() companions?: CompanionInput[];
  @AnswersField() answers?: AnswersInput;
  @Text(NOTE) note?: string | null;
  @NestedList(() => MemberAnswer, {
    presence: 'optional',
    max: MAX_MEMBERS,
    description: 'The answers of others of the party: all that is asked happens, or nothing.',
    example: [],
  })
  members?: MemberAnswer[];
}

function memberProblems({ members }: AnswerRsvp): FieldProblem[] {
  const named = new Set<string>();
  return (members ?? []).flatMap(({ eventGuestId }, index) => {
    if (!named.has(eventGuestId)) {
      named.add(eventGuestId);
      return [];
    }
    const field = `members.${index}.eventGuestId`;
    return [{ field, code: 'duplicate', message: `${field} is there twice.` } as const];
  });
}

/** An event as its guests see it. */
export class InvitedEvent {
  @Text({ max: 200, example: 'Salzburg: open-air concert' }) readonly name: string;
  @OneOf(EVENT_STATUSES, {
    example: 'confirmed',
    description: 'No answer is accepted once it is cancelled or completed.',
  })
  readonly status: EventStatus;
  @Timestamp({ presence: 'nullable' }) readonly startsAt: string | null;
  @Timestamp({ presence: 'nullable', example: '2027-05-14T22:00:00.000Z' }) readonly endsAt: string | null;
  @TimeZone() readonly timezone: string;
  @Nested(() => VenueShape, { presence: 'nullable' }) readonly venue: VenueShape | null;
}

/** The same, with what they are asked. */
export class RsvpEvent extends InvitedEvent {
  @Timestamp({
    presence: 'nullable',
    description: 'Until when the guest may answer; afterwards they can only decline what they have accepted.',
    example: '2027-05-01T18:00:00.000Z',
  })
  readonly rsvpDeadline: string | null;
  @NestedList(() => QuestionView, { max: MAX_QUESTIONS, description: 'What the guest is asked.' })
  readonly questions: readonly QuestionView[];
}

class RsvpGuest {
  @Id({ description: "Which of the party's members the guest is." }) readonly eventGuestId: string;
  @Text({ max: 200, example: 'Ada Lovelace' }) readonly name: string;
}

class RideVehicle {
  @Text({ max: 200, example: 'Coach 1' }) readonly name: string;
  @Text({ max: 20, presence: 'nullable', example: 'W-12345T' }) readonly plateNumber: string | null;
}

class RideStop {
  @Text({ max: 200, example: 'Central station' }) readonly name: string;
  @Text({ max: 500, presence: 'nullable', example: 'South Tyrolean Square 1' }) readonly address: string | null;
  @Timestamp({ presence: 'nullable', example: '2027-05-14T12:45:00.000Z' }) readonly departsAt: string | null;
}

/** A ride of the guest. */
class RsvpTrip implements GuestRide {
  @Id() readonly tripId: string;
  @OneOf(TRIP_DIRECTIONS, { example: 'outbound' }) readonly direction: GuestRide['direction'];
  @Timestamp({ example: '2027-05-14T12:30:00.000Z' }) readonly departsAt: string;
  @Nested(() => RideVehicle) readonly vehicle: RideVehicle;
  @Nested(() => RideStop, { presence: 'nullable', description: 'Where the guest gets on, if that is known.' })
  readonly stop: RideStop | null;
}

class RsvpOrganization {
  @Text({ max: 200, description: 'Who invites.', example: 'Alpine Tours' }) readonly name: string;
}

const MAX_PLUS_ONES_SHOWN = { min: 0, max: MAX_PLUS_ONES, example: 5 } as const;

/** Somebody of the guest's party. */
export class RsvpMember {
  @Id() readonly eventGuestId: string;
  @Text({ max: 200, example: 'Ada Lovelace' }) readonly name: string;
  @OneOf(RSVPS, { example: 'accepted' }) readonly rsvp: Rsvp;
  @Integer(PLUS_ONES) readonly plusOnes: number;
  @Integer({ ...MAX_PLUS_ONES_SHOWN, description: 'How many people they may bring.' }) readonly maxPlusOnes: number;
  @ShownCompanions() readonly companions: readonly Companion[];
  @ShownAnswers() readonly answers: Answers;
  @Nested(() => WaitingView, {
    presence: 'nullable',
    description: 'Where they stand if they want to come and wait for a place; otherwise null.',
  })
  readonly waitlist: WaitingView | null;
}

class RsvpParty {
  @Text(PARTY_NAME) readonly name: string;
  @NestedList(() => RsvpMember, { max: MAX_MEMBERS, description: 'All of the party, the guest included.' })
  readonly members: readonly RsvpMember[];
}

/**
 * An invitation as the guest sees it: without the planners' own data, and without other guests than those they come
 * with.
 */
export class RsvpView {
  @Nested(() => RsvpOrganization) readonly organization: RsvpOrganization;
  @Nested(() => RsvpEvent) readonly event: RsvpEvent;
  @Nested(() => RsvpGuest) readonly guest: RsvpGuest;
  @OneOf(RSVPS, { example: 'accepted' }) readonly rsvp: Rsvp;
  @Integer(PLUS_ONES) readonly plusOnes: number;
  @Integer({ ...MAX_PLUS_ONES_SHOWN, description: 'How many people the guest may bring.' })
  readonly maxPlusOnes: number;
  @ShownCompanions() readonly companions: readonly Companion[];
  @ShownAnswers() readonly answers: Answers;
  @Text({ ...NOTE, description: 'What the guest wrote with their answer.' }) readonly note: string | null;
  @ListOf(() => RsvpTrip, { description: 'Their rides, by the departure; cancelled trips are left out.' })
  readonly trips: GuestRide[];
  @Nested(() => WaitingView, {
    presence: 'nullable',
    description: 'Where the guest stands who wants to come and waits for a place; otherwise null.',
  })
  readonly waitlist: WaitingView | null;
  @Nested(() => RsvpParty, {
    presence: 'nullable',
    description: 'Those the guest comes with, for whom they can answer as well.',
  })
  readonly party: RsvpParty | null;
}

/** The part of an invitation that the guest is shown. */
type OwnAnswer = Pick<
  Invitation,
  'id' | 'name' | 'rsvp' | 'plusOnes' | 'maxPlusOnes' | 'companions' | 'answers' | 'note' | 'waitlist' | 'partyName'
> & { organization: string };

/** Somebody of a party, as the repository reads them. */
export type MemberRow = Omit<RsvpMember, 'maxPlusOnes'> & { maxPlusOnes: number | null };

/** How many people a guest may bring. */
export function maxPlusOnesOf(
  { maxPlusOnes: ofEvent }: Pick<EventView, 'maxPlusOnes'>,
  { maxPlusOnes: own }: Pick<Invitation, 'maxPlusOnes'>,
): number {
  return own ?? ofEvent ?? MAX_PLUS_ONES;
}

/** The invitation as the guest sees it. @param members of their party, if they are in one */
export function toRsvpView(
  event: EventView,
  answer: OwnAnswer,
  trips: GuestRide[],
  members: readonly MemberRow[],
): RsvpView {
  const { name, status, startsAt, endsAt, timezone, venue, rsvpDeadline, questions } = event;
  const { organization, id, name: guestName, rsvp, plusOnes, companions, answers, note, waitlist, partyName } = answer;
  return {
    organization: { name: organization },
    event: { name, status, startsAt, endsAt, timezone, venue, rsvpDeadline, questions },
    guest: { eventGuestId: id, name: guestName },
    rsvp,
    plusOnes,
    maxPlusOnes: maxPlusOnesOf(event, answer),
    companions,
    answers,
    note,
    trips,
    waitlist,
    party: partyName === null ? null : { name: partyName, members: members.map((member) => memberOf(event, member)) },
  };
}

function memberOf(
  event: EventView,
  { eventGuestId, name, rsvp, plusOnes, maxPlusOnes, companions, answers, waitlist }: MemberRow,
): RsvpMember {
  return {
    eventGuestId,
    name,
    rsvp,
    plusOnes,
    maxPlusOnes: maxPlusOnesOf(event, { maxPlusOnes }),
    companions,
    answers,
    waitlist,
  };
}

const BETWEEN = '\n\n';

/**
 * The planners' notes with the guest's note at their end, instead of the guest's earlier one. What planners wrote
 * stays, and so does an earlier note that they have worked into their own text.
 *
 * @param earlier the guest's note before
 */
export function withNote(notes: string | null, earlier: string | null, note: string | null): string | null {
  const own = withoutNote(notes, earlier);
  return own === null || note === null ? (own ?? note) : own + BETWEEN + note;
}

/** What planners wrote: the notes without the guest's note, if that is still at their end. */
export function withoutNote(notes: string | null, earlier: string | null): string | null {
  if (notes === null || earlier === null) return notes;
  if (notes === earlier) return null;
  return notes.endsWith(BETWEEN + earlier) ? notes.slice(0, -(BETWEEN + earlier).length) : notes;
}
