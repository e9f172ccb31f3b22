import { Injectable } from '@nestjs/common';
import type { FieldProblem } from '../../../kernel/problems';
import { Batches } from '../../../platform/batches/batches';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import {
  ITEM_SHAPES,
  required,
  type BatchMode,
  type GuestBatch,
  type GuestBatchReport,
  type GuestItem,
  type GuestMatch,
} from './guest-batch.dto';
import type { GuestOutcome, GuestRow } from './guest-matching';
import { GuestMentions } from './guest-mentions';
import { GuestRowsRepository } from './guest-rows.repository';
import { GuestRows } from './guest-rows.service';

/** Creates and changes many guests in one request. */
@Injectable()
export class GuestBatchesService {
  constructor(
    private readonly guests: GuestRowsRepository,
    private readonly rows: GuestRows,
    private readonly batches: Batches,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Applies every item that can be used; the report names the others. */
  apply({ items, match = 'externalId', mode = 'upsert' }: GuestBatch): Promise<GuestBatchReport> {
    return this.unitOfWork.run(async () => {
      // Nothing but this keeps two batches from creating a guest with the same e-mail address each.
      await this.guests.claimBatch();
      const mentions = match === 'email' ? addressesOf(items) : new GuestMentions();
      const renamed: GuestBatchReport['renamed'] = [];
      const toRow = (input: GuestItem) => rowOf(input, match, mode, mentions);
      const note = (index: number, { renamed: rename }: GuestOutcome) => {
        if (rename !== undefined) renamed.push({ index, ...rename });
      };
      const report = await this.batches.applyItems(ITEM_SHAPES[match], items, toRow, this.rows, note);
      return { ...report, renamed };
    });
  }
}

/** Also of items that can't be used. */
function addressesOf(items: readonly unknown[]): GuestMentions {
  const mentions = new GuestMentions();
  for (const item of items) {
    const email: unknown = typeof item === 'object' && item !== null && 'email' in item ? item.email : null;
    if (typeof email === 'string') mentions.add({ email: email.trim() });
  }
  return mentions;
}

function rowOf(input: GuestItem, match: GuestMatch, mode: BatchMode, mentions: GuestMentions): GuestRow {
  return {
    key: { [match]: input[match] },
    name: input.name,
    externalId: input.externalId,
    mentions,
    changesTo(guest) {
      if (guest !== null && mode === 'create') return alreadyExists(match);
      const name = input.name ?? guest?.name;
      return name === undefined ? required('name') : { ...input, name };
    },
  };
}

function alreadyExists(field: string): FieldProblem {
  return { field, code: 'already_exists', message: `A guest with this ${field} exists.` };
}
