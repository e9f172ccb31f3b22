import { Injectable } from '@nestjs/common';
import { CascadeHooks } from '../../kernel/cascade-hooks';

/**
 * An organization whose founder's account has just passed to the owner of its mailbox: until now a stranger may have run
 * it.
 */
export interface ClaimedOrganization {
  organizationId: string;
  /** The user whose account it is. */
  ownerId: string;
  /** How many of each were still open to somebody else; the hooks count up. */
  readonly shut: { webhooks: number; invitations: number; members: number };
}

/** What shuts everybody but the owner out of such an organization, inside the unit of work that passes the account on. */
@Injectable()
export class ClaimedOrganizationHooks extends CascadeHooks<ClaimedOrganization> {}
