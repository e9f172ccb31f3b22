import { Injectable } from '@nestjs/common';
import { Batches } from '../../../platform/batches/batches';
import type { BatchReport } from '../../../platform/fields/items';
import { BatchParties } from './batch-parties';
import { EVENT_GUEST_RECORD } from './event-guest.record';
import { EventGuestItem, type EventGuestBatch } from './event-guest-batch.dto';
import { EventGuestBatchResults } from './event-guest-batch-results';
import type { Step } from './event-guest.recorder';
import { EventGuestRounds } from './event-guest-rounds';
import { GuestChanges } from './guest-changes';
import { PartiesRepository } from './parties.repository';
import { WaitingList } from './waiting-list.service';

/** Puts many guests on an event, with their answers, seats and check-ins, in one request. */
@Injectable()
export class EventGuestBatchesService {
  constructor(
    private readonly guestChanges: GuestChanges,
    private readonly batches: Batches,
    private readonly rounds: EventGuestRounds,
    private readonly results: EventGuestBatchResults,
    private readonly parties: PartiesRepository,
    private readonly waiting: WaitingList,
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
        begin: (inputs) => this.rounds.begin(event, inputs, steps, parties),
        write: (changed, created) => this.results.write({ changed, created, steps, parties }),
      });
      await this.waiting.recount(eventId, steps);
      return report;
    });
  }
}

/** Whether items may say something of parties: they are not read yet. */
function namesParties(items: readonly unknown[]): boolean {
  return items.some((item) => typeof item === 'object' && item !== null && 'party' in item);
}
