import { enumeration } from '../../../kernel/enumeration';
import type { FieldProblem } from '../../../kernel/problems';
import { Combining } from '../../../platform/fields/combinations';
import { OneOf, PatchOf } from '../../../platform/fields/fields';
import { Items } from '../../../platform/fields/items';
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
      'By what an item finds a guest who exists; each item must have it. Of several guests with one e-mail address, ' +
      'the first created is meant.',
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
