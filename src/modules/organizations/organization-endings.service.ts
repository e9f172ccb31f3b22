import { Injectable } from '@nestjs/common';
import { Endings } from '../../kernel/endings';

/**
 * What ends when an organization, given by its id, is deleted, and belongs in its audit log: inside the deletion's
 * unscoped unit of work.
 */
@Injectable()
export class OrganizationEndings extends Endings<string> {}
