import { Injectable } from '@nestjs/common';
import { Endings } from '../../kernel/endings';

/**
 * What ends with a guest, by their id, when they are deleted (places on events): inside the deletion's unit of work and before
 * the guest's row goes.
 */
@Injectable()
export class GuestEndings extends Endings<string> {}
