import { NIL_ID } from '../../kernel/ids';

/** Messages that one process sends at the same time. */
export const MAIL_LANES = 6;
/** One lane remains for the platform's own mail, so that a password reset never waits for mail of organizations. */
const MAX_ORGANIZATION_LANES = MAIL_LANES - 1;

/** The owner of the platform's own mail; other owners are organizations. */
export const PLATFORM_OWNER = NIL_ID;

/** The owners that may get a lane. */
export interface OpenTo {
  /** Whether organizations may, or only the platform. */
  readonly organizations: boolean;
  /** The owners that have reached their limit. */
  readonly excluded: readonly string[];
}

/**
 * Counts the lanes of this process by owner. No owner gets all that are open to it: one remains for others, who would
 * otherwise wait for a slow mail server.
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
