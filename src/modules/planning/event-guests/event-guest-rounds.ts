import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import type { FieldCode } from '../../../kernel/field-codes';
import { newId } from '../../../kernel/ids';
import type { ProblemCode } from '../../../kernel/problem-codes';
import { Conflict, NotFound, ValidationFailed, type FieldProblem } from '../../../kernel/problems';
import type { Draft, Round } from '../../../platform/batches/batches';
import { done, failed, type ItemOutcome } from '../../../platform/fields/items';
import type { EventView } from '../events';
import { GuestsService, type GuestView } from '../guests';
import type { BatchParties } from './batch-parties';
import type { EventGuestItem } from './event-guest-batch.dto';
import { EventGuestRecorder, type Step } from './event-guest.recorder';
import type { EventGuestView } from './event-guests.dto';
import { EventGuestsRepository } from './event-guests.repository';
import { ItemChanges } from './item-changes';
import { RunningCounts } from './place-counts';
import { SeatingService } from './seating.service';

/** How an error of a rule reads as one of a field. */
const FIELD_OF: Partial<Record<ProblemCode, { field: string; code: FieldCode }>> = {
  event_full: { field: 'rsvp', code: 'event_full' },
  over_capacity: { field: 'vehicleAssignmentId', code: 'over_capacity' },
  guest_declined: { field: 'vehicleAssignmentId', code: 'guest_declined' },
};

type EventGuestDraft = Draft<EventGuestView>;

/** A batch while it is applied. */
interface Applying {
  event: EventView;
  /** Of the guests that items name: by id, and by externalId. */
  guests: ReadonlyMap<string, GuestView>;
  /** By the id of the guest. */
  drafts: Map<string, EventGuestDraft>;
  counts: RunningCounts;
  steps: Step[];
  parties: BatchParties;
}

/** Rounds of batches over the guests of an event: what becomes of each guest, before anything is written. */
@Injectable()
export class EventGuestRounds {
  constructor(
    private readonly eventGuests: EventGuestsRepository,
    private readonly guests: GuestsService,
    private readonly seating: SeatingService,
    private readonly changes: ItemChanges,
    private readonly recorder: EventGuestRecorder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param event is locked */
  async begin(
    event: EventView,
    items: readonly EventGuestItem[],
    steps: Step[],
    parties: BatchParties,
  ): Promise<Round<EventGuestItem, EventGuestView>> {
    const people = await this.guests.lockShared(
      items.flatMap(({ guestId }) => guestId ?? []),
      items.flatMap(({ externalId }) => externalId ?? []),
    );
    const stored = await this.eventGuests.lockOfGuests(
      event.id,
      people.map(({ id }) => id),
    );
    const guests = new Map(people.map((guest) => [guest.id, guest]));
    for (const guest of people) if (guest.externalId !== null) guests.set(externalKey(guest.externalId), guest);
    const drafts = new Map(stored.map((one) => [one.guestId, { stored: one, now: one } as EventGuestDraft]));
    const counts = new RunningCounts(this.seating, stored);
    return {
      get drafts() {
        return drafts.values();
      },
      apply: (item) => this.applyItem(item, { event, guests, drafts, counts, steps, parties }),
      record: () => steps.forEach((step) => this.recorder.step(step)),
    };
  }

  private async applyItem(
    input: EventGuestItem,
    { event, guests, drafts, counts, steps, parties }: Applying,
  ): Promise<ItemOutcome> {
    const { guestId, externalId, party, ...wanted } = input;
    const guest = guests.get(guestId ?? externalKey(externalId!));
    if (guest === undefined) {
      const field = guestId === undefined ? 'externalId' : 'guestId';
      return failed([{ field, code: 'not_found', message: 'There is no such guest.' }]);
    }
    const known = drafts.get(guest.id);
    const before = known?.now ?? this.newEventGuest(event.id, guest);
    const inOther = party === undefined ? null : parties.problemOf(before, party);
    if (inOther !== null) return failed([inOther]);
    try {
      const made = await this.changes.of(event, before, wanted, counts, this.clock.now());
      const after = made.at(-1)?.after ?? before;
      counts.changed(before, after);
      drafts.set(guest.id, { stored: known?.stored ?? null, now: after });
      if (known === undefined) steps.push({ kind: 'added', before, after: before });
      steps.push(...made);
      const joined = party !== undefined && parties.put(before, party);
      return done(known === undefined ? 'created' : made.length > 0 || joined ? 'updated' : 'unchanged', after.id);
    } catch (error) {
      return failed(problemsIn(error));
    }
  }

  private newEventGuest(eventId: string, guest: GuestView): EventGuestView {
    const { id, externalId, name, email, phone, company, tags, dietary, erasedAt } = guest;
    const now = this.clock.now().toISOString();
    const invited = { id, externalId, name, email, phone, company, tags, dietary, erasedAt };
    return this.eventGuests.newView(eventId, invited, newId(), now);
  }
}

/** Keeps externalIds apart from ids, which another system may use as externalIds. */
function externalKey(externalId: string): string {
  return `externalId ${externalId}`;
}

/** What a rule says, as errors of the item. @throws what is not said by a rule */
function problemsIn(error: unknown): FieldProblem[] {
  if (error instanceof ValidationFailed) return error.errors;
  // Guest and event are there: only the vehicle can be missing.
  if (error instanceof NotFound)
    return [{ field: 'vehicleAssignmentId', code: 'not_found', message: 'The event has no such assignment.' }];
  const known = error instanceof Conflict ? FIELD_OF[error.code] : undefined;
  if (known === undefined) throw error;
  return [{ ...known, message: (error as Conflict).detail }];
}
