import { enumeration } from '../../../kernel/enumeration';
import { Integer, Nested, OneOf, Text, TimeZone, Timestamp } from '../../../platform/fields/fields';
import { EVENT_STATUSES, type EventStatus, VenueShape } from '../events';
import { RSVPS, type Rsvp } from './event-guest.entity';
import { MAX_NOTE, PLUS_ONES } from './event-guests.dto';
import type { Invitation } from './event-guests.repository';

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
  @Integer({ ...PLUS_ONES, presence: 'optional' }) plusOnes?: number;
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

/** An invitation as the guest sees it: without the planners' own data and without other guests. */
export class RsvpView {
  @Nested(() => RsvpEvent) readonly event: RsvpEvent;
  @Nested(() => RsvpGuest) readonly guest: RsvpGuest;
  @OneOf(RSVPS, { example: 'accepted' }) readonly rsvp: Rsvp;
  @Integer(PLUS_ONES) readonly plusOnes: number;
  @Text({ ...NOTE, description: 'What the guest wrote with their answer.' }) readonly note: string | null;
}

/** The part of an invitation that the guest is shown. */
type OwnAnswer = Pick<Invitation, 'name' | 'rsvp' | 'plusOnes' | 'note'>;

/** The invitation as the guest sees it. */
export function toRsvpView(event: RsvpEvent, { name: guestName, rsvp, plusOnes, note }: OwnAnswer): RsvpView {
  const { name, status, startsAt, endsAt, timezone, venue } = event;
  return {
    event: { name, status, startsAt, endsAt, timezone, venue },
    guest: { name: guestName },
    rsvp,
    plusOnes,
    note,
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
