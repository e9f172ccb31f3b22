import { GUEST_RECORD } from './guest.record';
import { Recorder } from '../../platform/recorders/recorder';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { emailKey } from '../../kernel/email';
import { newId } from '../../kernel/ids';
import type { FieldProblem } from '../../kernel/problems';
import { violatedConstraint } from '../../platform/database/failures';
import { BatchOutcomes, readItems, type BatchReport, type Item } from '../../platform/fields/items';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import {
  ITEM_SHAPES,
  required,
  type BatchMode,
  type GuestBatch,
  type GuestItem,
  type GuestMatch,
} from './guest-batch.dto';
import { GuestImportRepository } from './guest-import.repository';
import { GuestMatching, type Draft, type Wanted } from './guest-matching';
import { changedFields, EMPTY_GUEST } from './guests.dto';

/** How often a batch is tried when its externalIds are taken in the meantime. */
const MAX_ATTEMPTS = 8;

/** How a batch finds guests, and what it does with those that it finds. */
interface Manner {
  match: GuestMatch;
  mode: BatchMode;
}

/** Creates and changes many guests in one request. */
@Injectable()
export class GuestBatchesService {
  constructor(
    private readonly guests: GuestImportRepository,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Applies every item that can be used; the report names the others. */
  apply({ items, match = 'externalId', mode = 'upsert' }: GuestBatch): Promise<BatchReport> {
    return this.unitOfWork.run(async () => {
      // Nothing but this keeps two batches from creating a guest with the same e-mail address each.
      await this.guests.claimBatch();
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.unitOfWork.current.savepoint(() => this.tryItems(items, { match, mode }));
        } catch (error) {
          // Somebody else has just given one of the externalIds to a guest: the next attempt finds that guest.
          if (violatedConstraint(error) !== 'guests_external_id' || attempt === MAX_ATTEMPTS) throw error;
        }
      }
    });
  }

  private async tryItems(items: readonly unknown[], manner: Manner): Promise<BatchReport> {
    const outcomes = new BatchOutcomes();
    const read = readItems(ITEM_SHAPES[manner.match], items, outcomes);
    const wanted = wantedBy(read, manner);
    const matching = new GuestMatching(await this.guests.find(wanted), wanted);
    for (const item of read) this.applyItem(item, manner, matching, outcomes);
    const drafts = [...matching.drafts].filter(
      ({ stored, guest }) => stored !== guest && (stored === null || !GUEST_RECORD.isSame(stored, guest)),
    );
    const created = drafts.filter(({ stored }) => stored === null).map(({ guest }) => guest);
    const changed = drafts.filter(({ stored }) => stored !== null).map(({ guest }) => guest);
    await this.guests.write(changed, created);
    for (const { stored, guest } of drafts) {
      if (stored === null) this.recorder.created(GUEST_RECORD, guest);
      else this.recorder.updated(GUEST_RECORD, stored, guest);
    }
    return outcomes.report();
  }

  private applyItem(
    { index, input }: Item<GuestItem>,
    { match, mode }: Manner,
    matching: GuestMatching,
    outcomes: BatchOutcomes,
  ): void {
    const key = input[match]!;
    const draft = match === 'email' ? matching.firstWith(key) : matching.withExternalId(key);
    if (draft !== null && mode === 'create') return outcomes.failed(index, [alreadyExists(match)]);
    const name = input.name ?? draft?.guest.name;
    if (name === undefined) return outcomes.failed(index, [required('name')]);
    const fields = changedFields(draft?.guest ?? EMPTY_GUEST, { ...input, name });
    if (matching.isTaken(fields.externalId, draft)) return outcomes.failed(index, [EXTERNAL_ID_TAKEN]);
    this.put(index, draft, fields, matching, outcomes);
  }

  private put(
    index: number,
    draft: Draft | null,
    fields: ReturnType<typeof changedFields>,
    matching: GuestMatching,
    outcomes: BatchOutcomes,
  ): void {
    const now = this.clock.now().toISOString();
    if (draft === null) {
      const id = newId();
      matching.add({ stored: null, guest: { id, ...fields, erasedAt: null, createdAt: now, updatedAt: now } });
      return outcomes.done(index, 'created', id);
    }
    const { id, createdAt } = draft.guest;
    if (GUEST_RECORD.isSame(draft.guest, { ...draft.guest, ...fields })) return outcomes.done(index, 'unchanged', id);
    matching.change(draft, {
      id,
      ...fields,
      erasedAt: null,
      createdAt,
      updatedAt: draft.stored === null ? createdAt : now,
    });
    outcomes.done(index, 'updated', id);
  }
}

/** The stored guests to load: those that items mean, and those whose externalIds items would take. */
function wantedBy(items: readonly Item<GuestItem>[], { match }: Manner): Wanted {
  const emails = match === 'email' ? items.flatMap(({ input }) => (input.email ? emailKey(input.email) : [])) : [];
  return {
    ids: [],
    externalIds: items.flatMap(({ input }) => input.externalId || []),
    sharing: [...new Set(emails)].map((email) => ({ email, withoutExternalId: false, count: 1 })),
  };
}

const EXTERNAL_ID_TAKEN: FieldProblem = {
  field: 'externalId',
  code: 'external_id_taken',
  message: 'externalId is that of another guest.',
};

function alreadyExists(field: string): FieldProblem {
  return { field, code: 'already_exists', message: `A guest with this ${field} exists.` };
}
