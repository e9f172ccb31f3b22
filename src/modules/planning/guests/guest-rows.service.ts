import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import type { BatchSteps } from '../../../platform/batches/batches';
import { GuestRound, wantedBy, type GuestRow } from './guest-matching';
import { GUEST_RECORD } from './guest.record';
import { GuestRowsRepository } from './guest-rows.repository';
import type { GuestView } from './guests.dto';

/** Creates and changes guests as lines of a file, or items of a batch, say. */
@Injectable()
export class GuestRows implements BatchSteps<GuestRow, GuestView> {
  readonly kind = GUEST_RECORD;
  readonly constraint = 'guests_external_id';

  constructor(
    private readonly guests: GuestRowsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async begin(rows: readonly GuestRow[]): Promise<GuestRound> {
    const wanted = wantedBy(rows);
    return new GuestRound(await this.guests.find(wanted), wanted, this.clock.now().toISOString());
  }

  write(changed: readonly GuestView[], created: readonly GuestView[]): Promise<void> {
    return this.guests.write(changed, created);
  }
}
