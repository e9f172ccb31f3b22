import { Injectable } from '@nestjs/common';
import type { FieldProblem } from '../../../kernel/problems';
import { Batches } from '../../../platform/batches/batches';
import type { BatchReport } from '../../../platform/fields/items';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import {
  ITEM_SHAPES,
  required,
  type BatchMode,
  type GuestBatch,
  type GuestItem,
  type GuestMatch,
} from './guest-batch.dto';
import type { GuestRow } from './guest-matching';
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
  apply({ items, match = 'externalId', mode = 'upsert' }: GuestBatch): Promise<BatchReport> {
    return this.unitOfWork.run(async () => {
      // Nothing but this keeps two batches from creating a guest with the same e-mail address each.
      await this.guests.claimBatch();
      return this.batches.applyItems(ITEM_SHAPES[match], items, (input) => rowOf(input, match, mode), this.rows);
    });
  }
}

function rowOf(input: GuestItem, match: GuestMatch, mode: BatchMode): GuestRow {
  return {
    key: { [match]: input[match] },
    externalId: input.externalId,
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
