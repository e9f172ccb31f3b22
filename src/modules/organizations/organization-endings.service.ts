import { Injectable } from '@nestjs/common';
import { CascadeHooks } from '../../kernel/cascade-hooks';

/**
 * What must end when an organization, given by its id, is deleted, and is recorded in its audit log. It runs inside the
 * deletion's unscoped unit of work.
 */
@Injectable()
export class OrganizationEndings extends CascadeHooks<string> {}
