import { NIL_ID } from '../../kernel/ids';

/** Messages that one process sends at the same time. */
export const MAIL_LANES = 6;
/** One lane is left to the platform's own mail: a password reset waits for nothing that organizations send. */
const MAX_ORGANIZATION_LANES = MAIL_LANES - 1;

/** Whose mail it is: an organization's id, or this for the platform's own. */
export const PLATFORM_OWNER = NIL_ID;

/** Whose mail may have a lane. */
export interface OpenTo {
  /** Whether organizations may, or only the platform. */
  readonly organizations: boolean;
  /** Who may not, because all the lanes that one may have are theirs. */
  readonly excluded: readonly string[];
}

/**
 * Who holds how many lanes of this process. Nobody may hold all that are open to them: one is left for whoever else
 * comes, who would otherwise wait for a mail server that takes long over each message.
 */
export class LaneShares {
  private readonly lanes = new Map<string, number>();

  get openTo(): OpenTo {
    const owners = [...this.lanes];
    const ofOrganizations = owners.reduce((sum, [owner, lanes]) => sum + (owner === PLATFORM_OWNER ? 0 : lanes), 0);
    return {
      organizations: ofOrganizations < MAX_ORGANIZATION_LANES,
      excluded: owners.filter(([owner, lanes]) => lanes >= maxLanesOf(owner)).map(([owner]) => owner),
    };
  }

  /** Gives one more lane to this owner. */
  take(owner: string): void {
    this.lanes.set(owner, (this.lanes.get(owner) ?? 0) + 1);
  }

  /** Takes a lane back. */
  free(owner: string): void {
    const left = this.lanes.get(owner)! - 1;
    if (left > 0) this.lanes.set(owner, left);
    else this.lanes.delete(owner);
  }
}

function maxLanesOf(owner: string): number {
  return (owner === PLATFORM_OWNER ? MAIL_LANES : MAX_ORGANIZATION_LANES) - 1;
}
