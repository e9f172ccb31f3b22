import { Injectable } from '@nestjs/common';
import { CascadeHooks } from '../../kernel/cascade-hooks';

/**
 * What else ends when an organization, given by its id, is deleted, and has a record in its audit log. It runs inside
 * the deletion's unscoped unit of work.
 */
@Injectable()
export class OrganizationCascadeHooks extends CascadeHooks<string> {}
