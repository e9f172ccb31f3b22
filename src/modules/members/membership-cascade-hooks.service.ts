import { Injectable } from '@nestjs/common';
import { CascadeHooks } from '../../kernel/cascade-hooks';

/** A membership that ends. */
interface EndedMembership {
  organizationId: string;
  userId: string;
}

/** What else ends with a membership (sessions, keys), inside the unit of work that removes the member. */
@Injectable()
export class MembershipCascadeHooks extends CascadeHooks<EndedMembership> {}
