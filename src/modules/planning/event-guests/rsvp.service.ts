import { Injectable } from '@nestjs/common';
import { Conflict, NotFound } from '../../../kernel/problems';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { EventsService } from '../events';
import { RsvpRules } from './rsvp-rules';
import { EventGuestRecorder } from './event-guest.recorder';
import { EventGuestsRepository, type Invitation } from './event-guests.repository';
import { RsvpTokenScope } from './rsvp-token-scope';
import { toRsvpView, withNote, type AnswerRsvp, type RsvpView } from './rsvp.dto';

/** Messages for guests. They replace those of {@link RsvpRules.apply}, whose numbers are only for planners. */
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
    private readonly rules: RsvpRules,
    private readonly recorder: EventGuestRecorder,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws NotFound when the link is not valid (any more) */
  read(token: string): Promise<RsvpView> {
    return this.tokenScope.enter(token, async (invitation) =>
      toRsvpView(await this.events.get(invitation.eventId), invitation),
    );
  }

  /**
   * Takes a guest's answer. The same answer again changes nothing.
   *
   * @throws NotFound when the link is not valid (any more)
   * @throws Conflict `event_cancelled`, `event_over`, or as {@link RsvpRules.apply}
   */
  answer(token: string, input: AnswerRsvp): Promise<RsvpView> {
    return this.tokenScope.enter(token, (invitation) => this.unitOfWork.run(() => this.accept(invitation, input)));
  }

  private async accept({ id, eventId }: Invitation, input: AnswerRsvp): Promise<RsvpView> {
    const event = await this.events.lockForGuestChanges(eventId);
    // In one round trip, because other guests who answer wait for the lock on the event.
    const [place, invitation] = await Promise.all([this.guests.lockOf(eventId, id), this.guests.findInvitation(id)]);
    if (place === null || place.isErased || invitation === null) throw new NotFound();
    const { view: before } = place;
    if (event.status === 'cancelled') throw new Conflict('event_cancelled', 'The event is cancelled.');
    if (event.status === 'completed') throw new Conflict('event_over', 'The event is over.');
    const { rsvp } = input;
    const plusOnes = rsvp === 'declined' ? 0 : (input.plusOnes ?? before.plusOnes);
    const note = input.note === undefined ? invitation.note : input.note || null;
    const isNewNote = note !== invitation.note;
    if (rsvp === before.rsvp && plusOnes === before.plusOnes && !isNewNote) return toRsvpView(event, invitation);
    const notes = isNewNote ? { note, notes: withNote(before.notes, invitation.note, note) } : {};
    const after = await withoutNumbers(() => this.rules.apply(event, before, { rsvp, plusOnes, ...notes }));
    this.recorder.answered(before, after);
    return toRsvpView(event, { ...invitation, rsvp, plusOnes, note });
  }
}

async function withoutNumbers<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const detail = error instanceof Conflict ? WITHOUT_NUMBERS[error.code] : undefined;
    throw detail === undefined ? error : new Conflict((error as Conflict).code, detail);
  }
}
