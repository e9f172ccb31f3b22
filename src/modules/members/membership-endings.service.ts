import { Injectable } from '@nestjs/common';
import { CascadeHooks } from '../../kernel/cascade-hooks';

/** A membership that ends. */
interface EndedMembership {
  organizationId: string;
  userId: string;
}

/**
 * What must end (sessions, keys) when a member is removed. It runs inside the removal's unit of work, whose scope is
 * the organization.
 */
@Injectable()
export class MembershipEndings extends CascadeHooks<EndedMembership> {}
