import type { Answers, Companion, Rsvp } from './event-guest.entity';
import type { WaitingView } from './event-guests.dto';

/** What guests see of themselves through their link. */
export interface Invitation {
  id: string;
  eventId: string;
  /** The guest's name. */
  name: string;
  rsvp: Rsvp;
  plusOnes: number;
  maxPlusOnes: number | null;
  note: string | null;
  waitlist: WaitingView | null;
  companions: readonly Companion[];
  answers: Answers;
  partyId: string | null;
  partyName: string | null;
}
