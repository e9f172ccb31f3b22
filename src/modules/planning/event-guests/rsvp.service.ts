import { Injectable } from '@nestjs/common';
import { firstOf } from '../../../kernel/lists';
import { Conflict, NotFound, ValidationFailed } from '../../../kernel/problems';
import { readShape } from '../../../platform/fields/field-definitions';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { SettingsService } from '../../people/settings';
import { EventsService, type EventView } from '../events';
import { GuestAnswers } from './guest-answers';
import { EventGuestsRepository } from './event-guests.repository';
import { RidesRegistry } from './rides';
import { RsvpTokenScope, type OwnInvitation } from './rsvp-token-scope';
import type { FormOutcome } from './rsvp-page';
import { AnswerRsvp, maxPlusOnesOf, toRsvpView, withNote, type RsvpView } from './rsvp.dto';

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
    private readonly answers: GuestAnswers,
    private readonly rides: RidesRegistry,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws NotFound when the link is not valid (any more) */
  read(token: string): Promise<RsvpView> {
    return this.tokenScope.enter(token, async (invitation) =>
      this.view(await this.events.get(invitation.eventId), invitation),
    );
  }

  /** The locale of the organization that invites. @throws NotFound when the link is not valid (any more) */
  localeOf(token: string): Promise<string> {
    return this.tokenScope.enter(token, () => this.settings.locale());
  }

  /**
   * Takes a guest's answer. The same answer again changes nothing.
   *
   * @throws NotFound when the link is not valid (any more)
   * @throws ValidationFailed when they would bring more people than they may
   * @throws Conflict `event_cancelled`, `event_over`, or as {@link GuestAnswers.give}
   */
  answer(token: string, input: AnswerRsvp): Promise<RsvpView> {
    return this.tokenScope.enter(token, (invitation) => this.unitOfWork.run(() => this.accept(invitation, input)));
  }

  /** Like {@link answer}, with the fields of a form. What stands in the way is the outcome. */
  async answerForm(token: string, form: string): Promise<FormOutcome> {
    const filled = Object.fromEntries(new URLSearchParams(form));
    const read = readShape(AnswerRsvp, answerIn(filled));
    if ('problems' in read) return { filled, wrongFields: new Set(read.problems.map(({ field }) => field)) };
    try {
      await this.answer(token, read.input);
      return { saved: true };
    } catch (error) {
      if (error instanceof ValidationFailed)
        return { filled, wrongFields: new Set(error.errors.map(({ field }) => field)) };
      if (error instanceof Conflict) return { filled, problem: error.code };
      throw error;
    }
  }

  private async accept({ id, eventId, organization }: OwnInvitation, input: AnswerRsvp): Promise<RsvpView> {
    const event = await this.events.lockForGuestChanges(eventId);
    // In one round trip, because other guests who answer wait for the lock on the event.
    const [place, stored] = await Promise.all([this.guests.lockOf(eventId, id), this.guests.findInvitation(id)]);
    if (place === null || place.isErased || stored === null) throw new NotFound();
    const invitation = { ...stored, organization };
    const { view: before } = place;
    if (event.status === 'cancelled') throw new Conflict('event_cancelled', 'The event is cancelled.');
    if (event.status === 'completed') throw new Conflict('event_over', 'The event is over.');
    const { rsvp } = input;
    const plusOnes = rsvp === 'declined' ? 0 : (input.plusOnes ?? before.plusOnes);
    // What planners gave them stays theirs.
    if (plusOnes > before.plusOnes) requireAllowed(plusOnes, maxPlusOnesOf(event, invitation));
    const note = input.note === undefined ? invitation.note : input.note || null;
    const isNewNote = note !== invitation.note;
    if (rsvp === before.rsvp && plusOnes === before.plusOnes && !isNewNote) return this.view(event, invitation);
    const notes = isNewNote ? { note, notes: withNote(before.notes, invitation.note, note) } : {};
    const answer = { rsvp, plusOnes, ...notes };
    const after = firstOf(await withoutNumbers(() => this.answers.give(event, [{ before, answer }])));
    const { waitlist } = after;
    return this.view(event, { ...invitation, rsvp: after.rsvp, plusOnes: after.plusOnes, note, waitlist });
  }

  private async view(event: EventView, invitation: OwnInvitation): Promise<RsvpView> {
    return toRsvpView(event, invitation, await this.rides.get().ofGuest(invitation.id));
  }
}

/** The fields of a form as the API takes them; a number that is none stays a text, which is named as wrong. */
function answerIn({ rsvp, plusOnes, note }: Readonly<Record<string, string>>): object {
  return {
    ...(rsvp !== undefined && { rsvp }),
    ...(plusOnes !== undefined && { plusOnes: /^\d{1,9}$/.test(plusOnes.trim()) ? Number(plusOnes) : plusOnes }),
    ...(note !== undefined && { note }),
  };
}

function requireAllowed(plusOnes: number, max: number): void {
  if (plusOnes <= max) return;
  throw ValidationFailed.on('plusOnes', 'out_of_range', `plusOnes must be from 0 to ${max}.`, { min: 0, max });
}

async function withoutNumbers<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const detail = error instanceof Conflict ? WITHOUT_NUMBERS[error.code] : undefined;
    throw detail === undefined ? error : new Conflict((error as Conflict).code, detail);
  }
}
