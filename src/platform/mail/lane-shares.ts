import { NIL_ID } from '../../kernel/ids';

/** Messages that one process sends at the same time. */
export const MAIL_LANES = 6;
/** One lane is left to the platform's own mail: a password reset waits for nothing that organizations send. */
const LANES_OF_ORGANIZATIONS = MAIL_LANES - 1;

/** Whose mail it is: an organization's id, or this for the platform's own. */
export const PLATFORM_OWNER = NIL_ID;

/** Whose mail may have a lane. */
export interface OpenTo {
  /** Whether organizations may, or only the platform. */
  readonly organizations: boolean;
  /** Who may not, because all the lanes that one may have are theirs. */
  readonly butNot: readonly string[];
}

/**
 * Who holds how many lanes of this process. Nobody may hold all that are open to them: one is left for whoever else
 * comes, who would otherwise wait for a mail server that takes long over each message.
 */
export class LaneShares {
  private readonly held = new Map<string, number>();

  get openTo(): OpenTo {
    const owners = [...this.held];
    const ofOrganizations = owners.reduce((sum, [owner, lanes]) => sum + (owner === PLATFORM_OWNER ? 0 : lanes), 0);
    return {
      organizations: ofOrganizations < LANES_OF_ORGANIZATIONS,
      butNot: owners.filter(([owner, lanes]) => lanes >= mostOf(owner)).map(([owner]) => owner),
    };
  }

  /** Gives one more lane to this owner. */
  take(owner: string): void {
    this.held.set(owner, (this.held.get(owner) ?? 0) + 1);
  }

  /** Takes a lane back. */
  free(owner: string): void {
    const left = this.held.get(owner)! - 1;
    if (left > 0) this.held.set(owner, left);
    else this.held.delete(owner);
  }
}

function mostOf(owner: string): number {
  return (owner === PLATFORM_OWNER ? MAIL_LANES : LANES_OF_ORGANIZATIONS) - 1;
}
