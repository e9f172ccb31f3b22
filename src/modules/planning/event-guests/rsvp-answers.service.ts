import { Injectable } from '@nestjs/common';
import { Conflict, found, NotFound, requireKnown, ValidationFailed } from '../../../kernel/problems';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { EventsService, type EventView } from '../events';
import type { EventGuestView } from './event-guests.dto';
import { EventGuestsRepository } from './event-guests.repository';
import { GuestAnswers, type GivenAnswer } from './guest-answers';
import type { Invitation } from './invitation';
import { OwnAnswers } from './own-answers';
import type { Answer } from './rsvp-rules';
import { RsvpTokenScope, type OwnInvitation } from './rsvp-token-scope';
import { withNote, type AnswerRsvp, type MemberAnswer, type RsvpView } from './rsvp.dto';
import { RsvpService } from './rsvp.service';

/** Messages for guests. They replace those of {@link GuestAnswers.give}, whose numbers are only for planners. */
const WITHOUT_NUMBERS: Readonly<Record<string, string>> = {
  event_full: 'The event does not have enough free places for you and the people you are bringing.',
  over_capacity: 'Your vehicle does not have enough free seats for you and the people you are bringing.',
};

/** Answers that guests give through their own link. */
@Injectable()
export class RsvpAnswers {
  constructor(
    private readonly tokenScope: RsvpTokenScope,
    private readonly guests: EventGuestsRepository,
    private readonly events: EventsService,
    private readonly rsvp: RsvpService,
    private readonly own: OwnAnswers,
    private readonly answers: GuestAnswers,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Takes a guest's answer. The same answer again changes nothing.
   *
   * @throws NotFound when the link is not valid (any more)
   * @throws ValidationFailed when they would bring more people than they may, or have not answered what is required
   * @throws Conflict `event_cancelled`, `event_over`, `rsvp_closed`, or as {@link GuestAnswers.give}
   */
  answer(token: string, input: AnswerRsvp): Promise<RsvpView> {
    return this.tokenScope.enter(token, async (invitation) => {
      const event = await this.unitOfWork.run(() => this.accept(invitation, input));
      // Read when others who wait for the event can go on.
      const { organization, logo } = invitation;
      return this.rsvp.show(event, { ...found(await this.guests.findInvitation(invitation.id)), organization, logo });
    });
  }

  private async accept({ id, eventId }: OwnInvitation, input: AnswerRsvp): Promise<EventView> {
    // In one round trip, because other guests who answer wait for the lock on the event.
    const [event, place, invitation] = await Promise.all([
      this.events.lockForGuestChanges(eventId),
      this.guests.lockOf(eventId, id),
      this.guests.findInvitation(id),
    ]);
    if (place === null || place.isErased || invitation === null) throw new NotFound();
    const { view: before } = place;
    if (event.status === 'cancelled') throw new Conflict('event_cancelled', 'The event is cancelled.');
    if (event.status === 'completed') throw new Conflict('event_over', 'The event is over.');
    const note = input.note === undefined ? invitation.note : input.note || null;
    const isNewNote = note !== invitation.note;
    const notes = isNewNote ? { note, notes: withNote(before.notes, invitation.note, note) } : {};
    const given: GivenAnswer[] = [
      { before, answer: { ...answerOf(input, before), ...notes } },
      ...(await this.answersOfMembers(invitation, input.members ?? [])),
    ];
    this.own.requireOpen(event, given);
    this.own.requireAllowed(event, given);
    await withoutNumbers(() => this.answers.give(event, given));
    return event;
  }

  /** @throws NotFound naming those who are not of the party; ValidationFailed for the guest themselves */
  private async answersOfMembers(
    { id, eventId, partyId }: Invitation,
    members: readonly MemberAnswer[],
  ): Promise<GivenAnswer[]> {
    if (members.length === 0) return [];
    const places = new Map(
      (partyId === null ? [] : await this.guests.lockParty(eventId, partyId)).map((place) => [place.id, place]),
    );
    const fieldOf = (index: number) => `members.${index}.eventGuestId`;
    const own = members.findIndex(({ eventGuestId }) => eventGuestId === id);
    if (own >= 0) {
      const message = `${fieldOf(own)} is the guest's own, whose answer stands outside of members.`;
      throw ValidationFailed.on(fieldOf(own), 'not_combinable', message);
    }
    requireKnown(
      members.map(({ eventGuestId }) => eventGuestId),
      [...places.keys()],
      fieldOf,
    );
    return members.map((member, index) => {
      const before = places.get(member.eventGuestId)!;
      return { before, answer: answerOf(member, before), parent: `members.${index}` };
    });
  }
}

/** What of an answer is applied. */
function answerOf({ rsvp, plusOnes, companions, answers }: OwnFields, before: EventGuestView): Answer {
  return { rsvp, plusOnes: rsvp === 'declined' ? 0 : (plusOnes ?? before.plusOnes), companions, answers };
}

type OwnFields = Pick<AnswerRsvp, 'rsvp' | 'plusOnes' | 'companions' | 'answers'>;

async function withoutNumbers<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const detail = error instanceof Conflict ? WITHOUT_NUMBERS[error.code] : undefined;
    throw detail === undefined ? error : new Conflict((error as Conflict).code, detail);
  }
}
