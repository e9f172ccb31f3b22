import { firstOf } from '../../../kernel/lists';
import { MAX_PER_ENDPOINT } from './delivery-claim-statements';
import type { ClaimedDelivery, EndpointKey } from './delivery-claims.repository';
import type { Attempt } from './delivery-sender';
import { CountByOrganization } from './count-by-organization';

/** An attempt that takes this long makes its endpoint slow: it may well hang. */
export const SLOW_MS = 5_000;
/** How many endpoints' speeds are remembered; beyond that the process forgets all and starts over. */
const MAX_REMEMBERED = 100_000;

/** How many deliveries may be claimed for endpoints that are not known to be responsive. */
interface Shares {
  /**
   * For all of them; an organization's first may exceed it. Without it, endpoints that hang right after a start fill
   * all slots.
   */
  readonly unproven: number;
  /** For the slow ones among them. Without it, organizations that hang for good fill the share of all that are new. */
  readonly slow: number;
  /** The same, for each organization. Without it, one organization that hangs would delay all others' slow endpoints. */
  readonly slowPerOrganization: number;
}

/** An endpoint that was taken from the queue, and how many of its deliveries may be claimed. */
export interface Share extends EndpointKey {
  readonly max: number;
}

/**
 * The endpoints that this process should claim deliveries for, round robin. An endpoint gets one attempt at a time until
 * one has ended in less than 5 seconds, and again while it is slow, so that even many hanging endpoints leave slots for
 * those that respond, and for those that nothing is known of.
 */
export class EndpointQueue {
  private readonly waiting = new Map<string, EndpointKey>();
  /** How many deliveries this process has claimed, by endpoint. */
  private readonly claimedCounts = new Map<string, { readonly organizationId: string; count: number }>();
  /** Endpoints at their limit: when one of their deliveries ends, there may be more to claim. */
  private readonly full = new Set<string>();
  /** Whether an endpoint is slow, for those that an attempt has ended to, or has been under way to for long. */
  private readonly slow = new Map<string, boolean>();

  constructor(private readonly shares: Shares) {}

  /** Adds endpoints that something may be due for. */
  add(endpoints: readonly EndpointKey[]): void {
    for (const endpoint of endpoints) this.waiting.set(endpoint.webhookId, endpoint);
  }

  /** Notes endpoints that another process found slow, unless this process has seen for itself. */
  learnSlow(endpoints: readonly EndpointKey[]): void {
    for (const { webhookId } of endpoints) if (!this.slow.has(webhookId)) this.remember(webhookId, true);
  }

  /**
   * Takes the next endpoints, `max` at most.
   *
   * @param isBlocked whether nothing could be sent to a responsive endpoint at the moment
   */
  take(max: number, isBlocked: (endpoint: EndpointKey) => boolean = () => false): Share[] {
    const taken: Share[] = [];
    if (this.waiting.size === 0) return taken;
    const usage = this.usage();
    for (const [webhookId, endpoint] of this.waiting) {
      if (taken.length === max) break;
      const isResponsive = this.isResponsive(endpoint);
      if (isResponsive ? isBlocked(endpoint) : !this.admits(endpoint, usage)) continue;
      this.waiting.delete(webhookId);
      taken.push({ ...endpoint, max: isResponsive ? MAX_PER_ENDPOINT : 1 });
    }
    return taken;
  }

  /** Whether the last attempt to an endpoint took less than 5 seconds. */
  isResponsive({ webhookId }: EndpointKey): boolean {
    return this.slow.get(webhookId) === false;
  }

  /** Whether the last attempt to an endpoint took longer, or timed out. */
  isSlow({ webhookId }: EndpointKey): boolean {
    return this.slow.get(webhookId) === true;
  }

  /**
   * Notes what was claimed.
   *
   * @param endpoints the ones that were taken
   * @param deliveries what was claimed for them
   * @param max how many deliveries could be claimed in all
   */
  claimed(endpoints: readonly EndpointKey[], deliveries: readonly ClaimedDelivery[], max: number): void {
    const byEndpoint = new Map<string, ClaimedDelivery[]>();
    for (const delivery of deliveries) {
      const { organizationId, webhookId } = delivery.endpoint;
      const own = byEndpoint.get(webhookId) ?? [];
      byEndpoint.set(webhookId, own);
      own.push(delivery);
      const count = (this.claimedCounts.get(webhookId)?.count ?? 0) + 1;
      this.claimedCounts.set(webhookId, { organizationId, count });
    }
    for (const endpoint of endpoints) {
      const own = byEndpoint.get(endpoint.webhookId);
      const exhausted =
        own === undefined ? this.claimedCounts.has(endpoint.webhookId) : own.length >= firstOf(own).free;
      if (exhausted) this.full.add(endpoint.webhookId);
      // The claim reached its limit before it had gone through this endpoint, which is queued again.
      else if (deliveries.length >= max) this.add([endpoint]);
    }
  }

  /**
   * Notes that a delivery has ended or was given back.
   *
   * @param attempt null when none was made
   * @returns whether that made its endpoint slow, or ended its being slow
   */
  ended({ endpoint }: ClaimedDelivery, attempt: Pick<Attempt, 'durationMs' | 'error'> | null): boolean {
    const { organizationId, webhookId } = endpoint;
    const claimed = this.claimedCounts.get(webhookId);
    if (claimed !== undefined && --claimed.count === 0) this.claimedCounts.delete(webhookId);
    if (this.full.delete(webhookId)) this.add([{ organizationId, webhookId }]);
    return attempt !== null && this.remember(webhookId, attempt.durationMs >= SLOW_MS || attempt.error === 'timeout');
  }

  /**
   * Notes that an attempt which goes on has taken so long that its endpoint is slow.
   *
   * @returns whether it was not before
   */
  noteSlow({ webhookId }: EndpointKey): boolean {
    return this.remember(webhookId, true);
  }

  /** @returns whether that made the endpoint slow, or ended its being slow */
  private remember(webhookId: string, slow: boolean): boolean {
    const changed = (this.slow.get(webhookId) ?? false) !== slow;
    if (this.slow.size >= MAX_REMEMBERED) this.slow.clear();
    this.slow.set(webhookId, slow);
    return changed;
  }

  /** Whether a delivery to an endpoint that is not known to be responsive may be claimed now; counts it. */
  private admits(endpoint: EndpointKey, { unproven, slow }: Usage): boolean {
    const { organizationId, webhookId } = endpoint;
    if (this.claimedCounts.has(webhookId)) return false;
    const isSlow = this.isSlow(endpoint);
    if (isSlow && (slow.total >= this.shares.slow || slow.of(organizationId) >= this.shares.slowPerOrganization))
      return false;
    const isFirst = !isSlow && unproven.of(organizationId) === 0;
    if (unproven.total >= this.shares.unproven && !isFirst) return false;
    unproven.add(organizationId, 1);
    if (isSlow) slow.add(organizationId, 1);
    return true;
  }

  private usage(): Usage {
    const usage = { unproven: new CountByOrganization(), slow: new CountByOrganization() };
    for (const [webhookId, { organizationId, count }] of this.claimedCounts) {
      const slow = this.slow.get(webhookId);
      if (slow !== false) usage.unproven.add(organizationId, count);
      if (slow) usage.slow.add(organizationId, count);
    }
    return usage;
  }
}

/** How many deliveries are claimed for endpoints not known to be responsive, and for the slow ones among them. */
interface Usage {
  readonly unproven: CountByOrganization;
  readonly slow: CountByOrganization;
}
