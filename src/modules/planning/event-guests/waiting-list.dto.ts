import { Id, Integer, Nested, OneOf, Text, Timestamp } from '../../../platform/fields/fields';
import { RSVPS, type Rsvp } from './event-guest.entity';
import type { EventGuestView } from './event-guests.dto';

export class PutOnWaitlist {
  @Id({ description: 'A guest of the event who has not accepted.' }) eventGuestId: string;
}

class WaitingParty {
  @Id({ of: 'party' }) readonly id: string;
  @Text({ max: 200, example: 'The Lovelaces' }) readonly name: string;
}

/** A guest on the waiting list of an event. */
export class WaitlistEntry {
  @Id({ of: 'event guest' }) readonly eventGuestId: string;
  @Text({ max: 200, description: "The guest's name.", example: 'Ada Lovelace' }) readonly name: string;
  @OneOf(RSVPS, {
    description: '`pending` as long as they wait; `accepted` when they were put on a list that had a place for them.',
    example: 'pending',
  })
  readonly rsvp: Rsvp;
  @Integer({
    min: 1,
    max: 2 ** 31 - 1,
    presence: 'nullable',
    description: 'Groups that wait longer, and this one; guests who asked in one request share it. Null once accepted.',
    example: 3,
  })
  readonly position: number | null;
  @Integer({
    min: 1,
    max: 2 ** 31 - 1,
    description: 'How many people wait together: the guest, those who asked in the same request, and their plus-ones.',
    example: 2,
  })
  readonly people: number;
  @Timestamp({ presence: 'nullable', description: 'Since when; null once accepted.' }) readonly since: string | null;
  @Nested(() => WaitingParty, { presence: 'nullable', description: 'The party that the guest is in.', example: null })
  readonly party: WaitingParty | null;
}

/** What a guest of an event shows on its list. */
export function toEntry({ id, guest, rsvp, plusOnes, waitlist, party }: EventGuestView): WaitlistEntry {
  const { position, people, since } = waitlist ?? { position: null, people: 1 + plusOnes, since: null };
  return { eventGuestId: id, name: guest.name, rsvp, position, people, since, party };
}
