import { Injectable } from '@nestjs/common';
import { CascadeHooks } from '../../kernel/cascade-hooks';

/** A guest who is being erased, with what they are known by elsewhere. The guest's row is emptied already. */
export interface ErasedGuest {
  readonly id: string;
  /** Null where they had none, or where another guest has the same and still counts. */
  readonly emailKey: string | null;
  /** Whether they are taken off events that are not over, instead of being kept. */
  readonly force: boolean;
}

/** What else forgets a guest, inside the unit of work that erases them. Each module forgets what is in its own tables. */
@Injectable()
export class GuestErasureHooks extends CascadeHooks<ErasedGuest> {}

/**
 * Runs before all {@link GuestErasureHooks}: locks what others write together with values of the guest, so that they have
 * either written them, where the hooks find them, or find nobody afterwards.
 */
@Injectable()
export class GuestErasureLocks extends CascadeHooks<ErasedGuest> {}
