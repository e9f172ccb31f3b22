import { Injectable } from '@nestjs/common';
import { Endings } from '../../kernel/endings';

/** A membership that ends. */
interface EndedMembership {
  organizationId: string;
  userId: string;
}

/**
 * What ends with a membership (sessions, keys) when a member is removed: inside the removal's unit of work, whose scope is the
 * organization.
 */
@Injectable()
export class MembershipEndings extends Endings<EndedMembership> {}
