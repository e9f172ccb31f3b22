import { Injectable } from '@nestjs/common';
import { CascadeHooks } from '../../kernel/cascade-hooks';

/** What else is deleted with a guest, given by their id, inside the same unit of work and before the guest's row. */
@Injectable()
export class GuestCascadeHooks extends CascadeHooks<string> {}
