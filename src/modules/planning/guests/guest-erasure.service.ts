import { Inject, Injectable } from '@nestjs/common';
import { Steps } from '../../../kernel/steps';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { found, requireFound } from '../../../kernel/problems';
import { searchText } from '../../../kernel/search-text';
import { AuditTrail } from '../../../platform/audit/audit-trail';
import { PersonTraces } from '../../../platform/erasure/person-traces';
import { Outbox } from '../../../platform/outbox/outbox';
import { lockForErasure } from '../../../platform/personal/erasure-lock';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { ErasureView } from './guest-erasure.dto';
import { EMPTY_GUEST } from './guests.dto';
import { GuestsRepository } from './guests.repository';

/** What a guest is called who was erased. */
const ERASED_NAME = 'Erased guest';

/** A guest who is being erased, with what they are known by elsewhere. */
export interface ErasedGuest {
  readonly id: string;
  /** Null where they had none, or where another guest has the same and still counts. */
  readonly emailKey: string | null;
  /** Whether they are taken off events that are not over, instead of being kept. */
  readonly force: boolean;
}

/**
 * Forgets guests. Their record stays as a number without a person, and so do their places on events that are over; the
 * log keeps what was done, and can't be read where it speaks of them.
 */
@Injectable()
export class GuestErasure {
  /** What is locked before the guest is. */
  readonly before = new Steps<string>();
  readonly steps = new Steps<ErasedGuest>();

  constructor(
    private readonly guests: GuestsRepository,
    private readonly traces: PersonTraces,
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Erases a guest; again it changes nothing. Whoever writes something of the guest at the same moment comes before, and
   * is erased too, or after, and finds nobody.
   *
   * @param force takes the guest off events that are not over
   * @throws NotFound; Conflict `guest_in_use`
   */
  erase(id: string, force: boolean): Promise<ErasureView> {
    return this.unitOfWork.run(async () => {
      await lockForErasure(this.unitOfWork.current);
      await this.before.take(id);
      requireFound(await this.guests.lock(id));
      const before = found(await this.guests.findKept(id));
      if (before.erasedAt !== null) return { erased: true };
      const now = this.clock.now();
      const key = await this.guests.ownEmailKey(id, before.emailKey);
      // First, so that what the steps record of the guest has no values any more.
      await this.guests.update(id, {
        ...EMPTY_GUEST,
        name: ERASED_NAME,
        emailKey: null,
        tagKeys: [],
        search: searchText(ERASED_NAME),
        updatedAt: now,
        erasedAt: now,
      });
      await this.steps.take({ id, emailKey: key, force });
      await this.traces.forget('guest', id, key, now);
      const changeId = newId();
      this.audit.record({ id: changeId, action: 'guest.erased', target: { type: 'guest', id } });
      this.outbox.record('guest.erased', { id }, { id: changeId });
      return { erased: true };
    });
  }
}
