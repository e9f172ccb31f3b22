import { Injectable } from '@nestjs/common';
import { CascadeHooks } from '../../kernel/cascade-hooks';

/** A contact on a team who is being erased, with what they are known by elsewhere. Their own row has no person any more. */
export interface ErasedContact {
  readonly id: string;
  /** See {@link emailKey} in the kernel; null where they had none. */
  readonly emailKey: string | null;
}

/** What else forgets a contact, inside the unit of work that erases them. Each module forgets what is in its own tables. */
@Injectable()
export class ContactErasureHooks extends CascadeHooks<ErasedContact> {}
