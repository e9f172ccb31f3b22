import { enumeration } from '../../../kernel/enumeration';
import type { FieldProblem } from '../../../kernel/problems';
import { Combining } from '../../../platform/fields/combinations';
import { Id, Integer, ListOf, OneOf, PatchOf, Shown } from '../../../platform/fields/fields';
import { BatchReport, Items, MAX_ITEMS } from '../../../platform/fields/items';
import { CreateGuest } from './guests.dto';

const GUEST_MATCHES = enumeration('GuestMatch', ['externalId', 'email']);
export type GuestMatch = (typeof GUEST_MATCHES)[number];
const BATCH_MODES = enumeration('BatchMode', ['upsert', 'create']);
export type BatchMode = (typeof BATCH_MODES)[number];

/** A guest of a batch: `name` may be left out of one who exists. */
export class GuestItem extends PatchOf(CreateGuest) {}

/** By what an item finds a guest who exists is required of it. */
@Combining<GuestItem>(({ externalId }) => (externalId ? null : required('externalId')))
class ItemWithExternalId extends GuestItem {}

@Combining<GuestItem>(({ email }) => (email ? null : required('email')))
class ItemWithEmail extends GuestItem {}

/** The shape of the items of a batch, by its `match`. */
export const ITEM_SHAPES = { externalId: ItemWithExternalId, email: ItemWithEmail } as const;

export function required(field: string): FieldProblem {
  return { field, code: 'required', message: `${field} is required.` };
}

export class GuestBatch {
  @Items(() => GuestItem) items: unknown[];
  @OneOf(GUEST_MATCHES, {
    presence: 'optional',
    description:
      'By what an item finds a guest who exists; each item must have it. An e-mail address that one item and one guest ' +
      'have is that guest. Where several items or several guests share it, name and address together decide: an item ' +
      'with the name of none of them is a new guest, and one with that of two of them is `ambiguous`.',
    default: 'externalId',
  })
  match?: GuestMatch;
  @OneOf(BATCH_MODES, {
    presence: 'optional',
    description: '`upsert` changes a guest who exists, `create` reports them as an error.',
    default: 'upsert',
  })
  mode?: BatchMode;
}

/** A guest whom an item gave another name. */
class RenamedByItem {
  @Integer({ min: 0, max: MAX_ITEMS - 1, description: 'The place of the item in the request, from 0.', example: 0 })
  readonly index: number;
  @Id({ of: 'guest' }) readonly id: string;
  @Shown({ type: 'string', example: 'Ada Byron' }) readonly from: string;
  @Shown({ type: 'string', example: 'Ada Lovelace' }) readonly to: string;
}

export class GuestBatchReport extends BatchReport {
  @ListOf(() => RenamedByItem, {
    description: 'The guests whose names were changed, by more than case, accents or blanks.',
  })
  renamed: RenamedByItem[];
}
