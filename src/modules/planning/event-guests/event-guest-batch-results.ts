import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { Recorder } from '../../../platform/recorders/recorder';
import type { BatchParties } from './batch-parties';
import { CheckIns } from './check-ins';
import type { Step } from './event-guest.recorder';
import type { EventGuestView } from './event-guests.dto';
import { EventGuestsRepository } from './event-guests.repository';
import { PartiesRepository } from './parties.repository';
import { RidesRegistry } from './rides';

/** What a batch comes to. */
interface Results {
  readonly created: readonly EventGuestView[];
  readonly changed: readonly EventGuestView[];
  readonly steps: readonly Step[];
  readonly parties: BatchParties;
}

/** Writes what a batch has decided about the guests of an event: the guests, and what follows for scans, trips and parties. */
@Injectable()
export class EventGuestBatchResults {
  constructor(
    private readonly eventGuests: EventGuestsRepository,
    private readonly checkIns: CheckIns,
    private readonly rides: RidesRegistry,
    private readonly parties: PartiesRepository,
    private readonly recorder: Recorder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async write({ created, changed, steps, parties }: Results): Promise<void> {
    await this.eventGuests.writeAll(created, changed);
    await this.checkIns.store(checkInsAmong(steps), this.clock.now());
    await this.rides.get().follow(changed.map(({ id }) => id));
    await parties.write(this.parties, this.recorder, this.clock.now());
  }
}

/** What was done at the door, as the scans that it counts as. */
function checkInsAmong(steps: readonly Step[]): Parameters<CheckIns['store']>[0] {
  return steps.flatMap(({ kind, after }) => {
    if (kind !== 'checkedIn' && kind !== 'checkInUndone') return [];
    const action = kind === 'checkedIn' ? 'check_in' : 'undo';
    return [{ guest: after, scan: { action, occurredAt: new Date(after.updatedAt) } as const }];
  });
}
