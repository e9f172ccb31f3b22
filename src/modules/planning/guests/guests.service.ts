import { Inject, Injectable } from '@nestjs/common';
import { Steps } from '../../../kernel/steps';
import { Recorder } from '../../../platform/recorders/recorder';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { isId, newId } from '../../../kernel/ids';
import { toWalkedPage, type WalkedPage } from '../../../kernel/page';
import { Conflict, found, requireFound, requireKnown } from '../../../kernel/problems';
import { mapConstraintErrors, type ConstraintErrors } from '../../../platform/database/constraint-errors';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { GUEST_RECORD } from './guest.record';
import {
  changedFields,
  keysOf,
  EMPTY_GUEST,
  type CreateGuest,
  type GuestsQuery,
  type GuestView,
  type UpdateGuest,
} from './guests.dto';
import { GuestsRepository } from './guests.repository';

// For modules that take the fields of a new guest in a request of their own.

const UNLESS_TAKEN: ConstraintErrors = {
  guests_external_id: () => new Conflict('external_id_taken', 'Another guest has this externalId.'),
};

/** The guests of the organization in scope: their rules, each change in one transaction. */
@Injectable()
export class GuestsService {
  /** What else is deleted with a guest, given by their id, before the guest's row. */
  readonly deletion = new Steps<string>();
  /** What is locked before the guest is. */
  readonly beforeDeletion = new Steps<string>();

  constructor(
    private readonly guests: GuestsRepository,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(query: GuestsQuery): Promise<WalkedPage<GuestView>> {
    const { rows, ...walk } = await this.guests.list(query);
    return toWalkedPage(rows, walk, query);
  }

  /** @throws NotFound when the organization in scope has no such guest */
  async get(id: string): Promise<GuestView> {
    return found(await this.guests.find(id));
  }

  /**
   * Makes sure that the organization in scope has all of these guests, and keeps them from being deleted until the open
   * unit of work ends.
   *
   * @param fieldOf the field of the body that names an id, by its position in the list
   * @throws NotFound unless it has every one, naming those that it does not have
   */
  async requireAll(ids: readonly string[], fieldOf = (index: number) => `guestIds.${index}`): Promise<void> {
    requireKnown(ids, await this.guests.lockShared(ids.filter(isId)), fieldOf);
  }

  /** The ids of all guests who are not erased, or of those with a tag, in the order in which they were created. */
  idsOfAll(tag?: string): Promise<string[]> {
    return this.guests.idsOfAll(tag);
  }

  /** Whether a guest of the organization in scope has the address, in the form in which addresses are compared. */
  hasEmail(emailKey: string): Promise<boolean> {
    return this.guests.anyHasEmail(emailKey);
  }

  /**
   * The guests with these ids and externalIds, those that exist, kept from being deleted until the open unit of work
   * ends.
   */
  lockShared(ids: readonly string[], externalIds: readonly string[]): Promise<GuestView[]> {
    return this.guests.lockSharedByKeys(ids.filter(isId), externalIds);
  }

  /** Joins an open unit of work. @throws Conflict `external_id_taken` */
  create(input: CreateGuest): Promise<GuestView> {
    return this.unitOfWork.run(async () => {
      const id = newId();
      const now = this.clock.now();
      const fields = changedFields(EMPTY_GUEST, input);
      const row = { id, ...fields, ...keysOf(fields), erasedAt: null, createdAt: now, updatedAt: now };
      await mapConstraintErrors(this.guests.insert(row), UNLESS_TAKEN);
      const guest = await this.get(id);
      this.recorder.created(GUEST_RECORD, guest);
      return guest;
    });
  }

  /** @throws NotFound, PreconditionFailed (If-Match), Conflict `external_id_taken`, `guest_erased` */
  update(id: string, changes: UpdateGuest): Promise<GuestView> {
    return this.unitOfWork.run(async () => {
      const before = await this.lock(id);
      requireMatch(GUEST_RECORD, before);
      await this.requireNotErased(id);
      const fields = changedFields(before, { ...changes, name: changes.name ?? before.name });
      if (GUEST_RECORD.isSame(before, { ...before, ...fields })) return before;
      const updatedAt = this.clock.now();
      await mapConstraintErrors(this.guests.update(id, { ...fields, ...keysOf(fields), updatedAt }), UNLESS_TAKEN);
      const after = await this.get(id);
      this.recorder.updated(GUEST_RECORD, before, after);
      return after;
    });
  }

  /** Deletes a guest, and takes them off all events. @throws NotFound, PreconditionFailed (If-Match) */
  delete(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      await this.beforeDeletion.take(id);
      const guest = await this.lock(id);
      requireMatch(GUEST_RECORD, guest);
      await this.deletion.take(id);
      await this.guests.delete(id);
      this.recorder.deleted(GUEST_RECORD, guest);
    });
  }

  /** An erased guest gets no values again: a correction of a moment ago must not bring the person back. */
  private async requireNotErased(id: string): Promise<void> {
    if ((await this.guests.findKept(id))?.erasedAt != null)
      throw new Conflict('guest_erased', 'The guest was erased. Create a new one.');
  }

  private async lock(id: string): Promise<GuestView> {
    requireFound(await this.guests.lock(id));
    return this.get(id);
  }
}
