import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import type { FieldCode } from '../../../kernel/field-codes';
import type { ProblemCode } from '../../../kernel/problem-codes';
import { Conflict, NotFound, ValidationFailed, type FieldProblem } from '../../../kernel/problems';
import { Batches, type Draft, type Round } from '../../../platform/batches/batches';
import { done, failed, MAX_ITEMS, type BatchReport, type ItemOutcome } from '../../../platform/fields/items';
import { Recorder } from '../../../platform/recorders/recorder';
import type { EventView } from '../events';
import { GuestsService, type GuestView } from '../guests';
import { CheckIns } from './check-ins';
import { EVENT_GUEST_RECORD } from './event-guest.record';
import { EventGuestItem, type EventGuestBatch } from './event-guest-batch.dto';
import { EventGuestRecorder, type Step } from './event-guest.recorder';
import type { EventGuestView } from './event-guests.dto';
import { EventGuestsRepository } from './event-guests.repository';
import { GuestChanges } from './guest-changes';
import { BatchParties } from './batch-parties';
import { PartiesRepository } from './parties.repository';
import { ItemChanges } from './item-changes';
import { RunningCounts } from './place-counts';
import { RidesRegistry } from './rides';
import { SeatingService } from './seating.service';
import { WaitingList } from './waiting-list.service';

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

/** Puts many guests on an event, with their answers, seats and check-ins, in one request. */
@Injectable()
export class EventGuestBatchesService {
  constructor(
    private readonly eventGuests: EventGuestsRepository,
    private readonly guests: GuestsService,
    private readonly seating: SeatingService,
    private readonly changes: ItemChanges,
    private readonly checkIns: CheckIns,
    private readonly guestChanges: GuestChanges,
    private readonly waiting: WaitingList,
    private readonly parties: PartiesRepository,
    private readonly records: Recorder,
    private readonly recorder: EventGuestRecorder,
    private readonly rides: RidesRegistry,
    private readonly batches: Batches,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Applies every item by the rules of the single routes, one after the other; the report names those that break one.
   * Nothing is written before all are decided: the event is locked, so counts can be kept here meanwhile.
   *
   * @throws NotFound for an unknown event
   */
  apply(eventId: string, { items }: EventGuestBatch): Promise<BatchReport> {
    return this.guestChanges.run(eventId, async (event) => {
      const steps: Step[] = [];
      const parties = new BatchParties(event.id, namesParties(items) ? await this.parties.ofEvent(eventId) : []);
      const report = await this.batches.applyItems(EventGuestItem, items, (input) => input, {
        kind: EVENT_GUEST_RECORD,
        begin: (inputs) => this.begin(event, inputs, steps, parties),
        write: async (changed, created) => {
          await this.eventGuests.writeAll(created, changed);
          await this.checkIns.store(checkInsAmong(steps), this.clock.now());
          await this.rides.get().follow(changed.map(({ id }) => id));
          await parties.write(this.parties, this.records, this.clock.now());
        },
      });
      await this.waiting.recount(eventId, steps);
      return report;
    });
  }

  /**
   * Puts people on an event that is locked, inside the caller's unit of work: one batch after the other, so
   * that no statement has too many. Those who are on it
   * stay as they are; those who are gone, erased ones too, are left out.
   *
   * @param guestIds each once, in their order, so that two that lock the same ones don't deadlock
   * @returns those who were added, in the order of `guestIds`
   */
  async add(event: EventView, guestIds: readonly string[]): Promise<EventGuestView[]> {
    const present = new Set(await this.eventGuests.guestIdsOn(event.id));
    const missing = guestIds.filter((id) => !present.has(id));
    const added: EventGuestView[] = [];
    for (let start = 0; start < missing.length; start += MAX_ITEMS) {
      const items = missing.slice(start, start + MAX_ITEMS).map((guestId) => ({ guestId }));
      await this.batches.apply(items, {
        kind: EVENT_GUEST_RECORD,
        begin: (inputs) => this.begin(event, inputs, [], new BatchParties(event.id, [])),
        write: async (_changed, created) => {
          added.push(...created);
          await this.eventGuests.writeAll(created, []);
        },
      });
    }
    return added;
  }

  private async begin(
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
    for (const guest of people) if (guest.externalId !== null) guests.set(keyOf(guest.externalId), guest);
    const drafts = new Map(stored.map((place) => [place.guestId, { stored: place, now: place } as EventGuestDraft]));
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
    const guest = guests.get(guestId ?? keyOf(externalId!));
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
function keyOf(externalId: string): string {
  return `externalId ${externalId}`;
}

/** Whether items may say something of parties: they are not read yet. */
function namesParties(items: readonly unknown[]): boolean {
  return items.some((item) => typeof item === 'object' && item !== null && 'party' in item);
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

/** What was done at the door, as the scans that it counts as. */
function checkInsAmong(steps: readonly Step[]): Parameters<CheckIns['store']>[0] {
  return steps.flatMap(({ kind, after }) => {
    if (kind !== 'checkedIn' && kind !== 'checkInUndone') return [];
    const action = kind === 'checkedIn' ? 'check_in' : 'undo';
    return [{ guest: after, scan: { action, occurredAt: new Date(after.updatedAt) } as const }];
  });
}
