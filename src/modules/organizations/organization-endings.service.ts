import { Injectable } from '@nestjs/common';
import { Endings } from '../../kernel/endings';

/**
 * What ends with an organization, by its id, when it is deleted, and is to be told in its log: inside the deletion's unscoped
 * unit of work.
 */
@Injectable()
export class OrganizationEndings extends Endings<string> {}
