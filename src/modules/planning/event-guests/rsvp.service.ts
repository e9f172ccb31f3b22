import { Injectable } from '@nestjs/common';
import { Conflict, found, NotFound, requireKnown, ValidationFailed, type FieldProblem } from '../../../kernel/problems';
import { readShape } from '../../../platform/fields/field-definitions';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { SettingsService } from '../../people/settings';
import { EventsService, type EventView } from '../events';
import type { EventGuestView } from './event-guests.dto';
import { GuestAnswers, type GivenAnswer } from './guest-answers';
import { OwnAnswers } from './own-answers';
import type { Answer } from './rsvp-rules';
import { EventGuestsRepository } from './event-guests.repository';
import type { Invitation } from './invitation';
import { RidesRegistry } from './rides';
import { RsvpTokenScope, type OwnInvitation } from './rsvp-token-scope';
import type { FormOutcome } from './rsvp-fields';
import { RsvpForm } from './rsvp-form';
import { CHANGED, type RsvpPageView } from './rsvp-page';
import { AnswerRsvp, toRsvpView, withNote, type MemberAnswer, type RsvpView } from './rsvp.dto';

/** Messages for guests. They replace those of {@link GuestAnswers.give}, whose numbers are only for planners. */
const WITHOUT_NUMBERS: Readonly<Record<string, string>> = {
  event_full: 'The event does not have enough free places for you and the people you are bringing.',
  over_capacity: 'Your vehicle does not have enough free seats for you and the people you are bringing.',
};

/** What guests do themselves through their link. */
@Injectable()
export class RsvpService {
  constructor(
    private readonly tokenScope: RsvpTokenScope,
    private readonly guests: EventGuestsRepository,
    private readonly events: EventsService,
    private readonly settings: SettingsService,
    private readonly own: OwnAnswers,
    private readonly answers: GuestAnswers,
    private readonly rides: RidesRegistry,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws NotFound when the link is not valid (any more) */
  read(token: string): Promise<RsvpView> {
    return this.tokenScope.enter(token, async (invitation) =>
      this.show(await this.events.get(invitation.eventId), invitation),
    );
  }

  /** Like {@link read}, for the guest's page. */
  readPage(token: string): Promise<RsvpPageView> {
    return this.tokenScope.enter(token, async (invitation) => {
      const view = await this.show(await this.events.get(invitation.eventId), invitation);
      const pass = view.trips.length > 0 ? null : await this.guests.findPass(invitation.id);
      return {
        view,
        isClosed: this.own.isClosed(view.event),
        isAhead: this.own.isAhead(view.event),
        vehicle: pass?.vehicle ?? null,
        logo: invitation.logo,
      };
    });
  }

  /** The locale of the organization that invites. @throws NotFound when the link is not valid (any more) */
  localeOf(token: string): Promise<string> {
    return this.tokenScope.enter(token, () => this.settings.locale());
  }

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
      return this.show(event, { ...found(await this.guests.findInvitation(invitation.id)), organization, logo });
    });
  }

  /**
   * Like {@link answer}, with the fields of a form. What stands in the way is the outcome.
   *
   * @throws NotFound when the link is not valid (any more)
   */
  async answerForm(token: string, text: string): Promise<FormOutcome> {
    const form = new RsvpForm(text);
    const { event } = await this.read(token);
    const { answer, nameOf } = form.read(event.questions);
    const wrongIn = (problems: readonly FieldProblem[]): FormOutcome => ({
      form,
      wrong: new Map(problems.map(({ field, code }) => [nameOf(field), code])),
    });
    const read = readShape(AnswerRsvp, answer);
    if ('problems' in read) return wrongIn(read.problems);
    try {
      await this.answer(token, read.input);
      return { saved: true };
    } catch (error) {
      if (error instanceof ValidationFailed) return wrongIn(error.errors);
      if (error instanceof Conflict) return { form, problem: error.code };
      // Somebody is not of the party any more.
      if (error instanceof NotFound && error.errors !== undefined) return { form, problem: CHANGED };
      throw error;
    }
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

  private async show(event: EventView, invitation: OwnInvitation): Promise<RsvpView> {
    const { id, eventId, partyId } = invitation;
    const [trips, members] = await Promise.all([
      this.rides.get().ofGuest(id),
      partyId === null ? [] : this.guests.partyMembers(eventId, partyId),
    ]);
    return toRsvpView(event, invitation, trips, members);
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
