import { enumeration } from '../../../kernel/enumeration';
import { Id, Integer, ListOf, Nested, OneOf, Text, TimeZone, Timestamp } from '../../../platform/fields/fields';
import { EVENT_STATUSES, type EventStatus, type EventView, MAX_PLUS_ONES, VenueShape } from '../events';
import { RSVPS, type Rsvp } from './event-guest.entity';
import { MAX_NOTE, PLUS_ONES, WaitingView } from './event-guests.dto';
import type { Invitation } from './event-guests.repository';
import { RIDE_DIRECTIONS, type GuestRide } from './rides';

/** The answers a guest can give; only a planner can reset one to `pending`. */
const OWN_ANSWERS = enumeration('RsvpAnswer', ['accepted', 'declined', 'tentative'] satisfies Rsvp[]);
const NOTE = {
  max: MAX_NOTE,
  lines: true,
  presence: 'nullable',
  description: "For the planners, who find it at the end of the event guest's `notes`.",
  example: 'I will be late, the train comes in at eight.',
} as const;

export class AnswerRsvp {
  @OneOf(OWN_ANSWERS, { example: 'accepted' }) rsvp: Exclude<Rsvp, 'pending'>;
  @Integer({
    ...PLUS_ONES,
    presence: 'optional',
    description: `${PLUS_ONES.description} At most \`maxPlusOnes\`, or as many as it is now.`,
  })
  plusOnes?: number;
  @Text(NOTE) note?: string | null;
}

export class RsvpEvent {
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

class RsvpGuest {
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
  @OneOf(RIDE_DIRECTIONS, { example: 'outbound' }) readonly direction: GuestRide['direction'];
  @Timestamp({ example: '2027-05-14T12:30:00.000Z' }) readonly departsAt: string;
  @Nested(() => RideVehicle) readonly vehicle: RideVehicle;
  @Nested(() => RideStop, { presence: 'nullable', description: 'Where the guest gets on, if that is known.' })
  readonly stop: RideStop | null;
}

class RsvpOrganization {
  @Text({ max: 200, description: 'Who invites.', example: 'Alpine Tours' }) readonly name: string;
}

/** An invitation as the guest sees it: without the planners' own data and without other guests. */
export class RsvpView {
  @Nested(() => RsvpOrganization) readonly organization: RsvpOrganization;
  @Nested(() => RsvpEvent) readonly event: RsvpEvent;
  @Nested(() => RsvpGuest) readonly guest: RsvpGuest;
  @OneOf(RSVPS, { example: 'accepted' }) readonly rsvp: Rsvp;
  @Integer(PLUS_ONES) readonly plusOnes: number;
  @Integer({ min: 0, max: MAX_PLUS_ONES, description: 'How many people the guest may bring.', example: 5 })
  readonly maxPlusOnes: number;
  @Text({ ...NOTE, description: 'What the guest wrote with their answer.' }) readonly note: string | null;
  @ListOf(() => RsvpTrip, { description: 'Their rides, by the departure; cancelled trips are left out.' })
  readonly trips: GuestRide[];
  @Nested(() => WaitingView, {
    presence: 'nullable',
    description: 'Where the guest stands who wants to come and waits for a place; otherwise null.',
  })
  readonly waitlist: WaitingView | null;
}

/** The part of an invitation that the guest is shown. */
type OwnAnswer = Pick<Invitation, 'name' | 'rsvp' | 'plusOnes' | 'maxPlusOnes' | 'note' | 'waitlist'> & {
  organization: string;
};

/** How many people a guest may bring. */
export function maxPlusOnesOf(
  { maxPlusOnes: ofEvent }: Pick<EventView, 'maxPlusOnes'>,
  { maxPlusOnes: own }: Pick<Invitation, 'maxPlusOnes'>,
): number {
  return own ?? ofEvent ?? MAX_PLUS_ONES;
}

/** The invitation as the guest sees it. */
export function toRsvpView(event: EventView, answer: OwnAnswer, trips: GuestRide[]): RsvpView {
  const { name, status, startsAt, endsAt, timezone, venue } = event;
  const { organization, name: guestName, rsvp, plusOnes, note, waitlist } = answer;
  return {
    organization: { name: organization },
    event: { name, status, startsAt, endsAt, timezone, venue },
    guest: { name: guestName },
    rsvp,
    plusOnes,
    maxPlusOnes: maxPlusOnesOf(event, answer),
    note,
    trips,
    waitlist,
  };
}

const BETWEEN = '\n\n';

/**
 * The planners' notes with the guest's note at their end, in place of the guest's earlier one. What planners wrote
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
