import { Injectable } from '@nestjs/common';
import { CascadeHooks } from '../../kernel/cascade-hooks';

/**
 * What must end when a guest, given by their id, is deleted (their places on events). It runs inside the deletion's
 * unit of work, before the guest's row is deleted.
 */
@Injectable()
export class GuestCascadeHooks extends CascadeHooks<string> {}
