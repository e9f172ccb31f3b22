import { MOST_PER_ENDPOINT, type ClaimedDelivery, type EndpointKey } from './delivery-claims.repository';

/** An attempt that takes less than this proves its endpoint quick. */
export const QUICK_MS = 1_000;
/** How many endpoints' speeds are remembered; beyond that the process forgets all and begins anew. */
const MOST_REMEMBERED = 100_000;

/** How many deliveries may be held for endpoints that have not proven quick, each of which gets one at a time. */
interface Shares {
  /** For all of them together. */
  readonly unproven: number;
  /** In addition, for organizations with no other such delivery held. */
  readonly reserve: number;
  /** For those among them whose last attempt was slow. */
  readonly slow: number;
  /** The same, for each organization. */
  readonly slowPerOrganization: number;
}

/** An endpoint whose turn it is, and how many of its deliveries may be claimed. */
export interface Turn extends EndpointKey {
  readonly most: number;
}

/**
 * The endpoints that this process should claim deliveries for, in turn: one that was served goes to the end. An
 * endpoint gets one attempt at a time until one has been quick, and those known to be slow have a smaller share still.
 * So even many hanging endpoints leave room for the quick ones and for those that nothing is known of yet.
 */
export class EndpointQueue {
  private readonly waiting = new Map<string, EndpointKey>();
  /** How many deliveries this process holds, by endpoint. */
  private readonly held = new Map<string, { readonly organizationId: string; count: number }>();
  /** Endpoints at their limit: when one of their deliveries ends, there may be more to claim. */
  private readonly full = new Set<string>();
  /** Whether the last attempt was quick, by endpoint. */
  private readonly quick = new Map<string, boolean>();

  constructor(private readonly shares: Shares) {}

  /** Adds endpoints that something may be due for. */
  add(endpoints: readonly EndpointKey[]): void {
    for (const endpoint of endpoints) this.waiting.set(endpoint.webhookId, endpoint);
  }

  /** Notes endpoints that another process found slow, unless this process has seen for itself. */
  learnSlow(endpoints: readonly EndpointKey[]): void {
    for (const { webhookId } of endpoints) if (!this.quick.has(webhookId)) this.remember(webhookId, false);
  }

  /**
   * Takes the endpoints whose turn it is, `most` at most.
   *
   * @param isHeldUp whether nothing could be sent to a quick endpoint at the moment
   */
  take(most: number, isHeldUp: (endpoint: EndpointKey) => boolean = () => false): Turn[] {
    const taken: Turn[] = [];
    if (this.waiting.size === 0) return taken;
    const room = this.roomLeft();
    for (const [webhookId, endpoint] of this.waiting) {
      if (taken.length === most) break;
      const quick = this.quick.get(webhookId);
      if (quick === true && isHeldUp(endpoint)) continue;
      if (quick !== true && (this.held.has(webhookId) || !room.admit(endpoint.organizationId, quick === false)))
        continue;
      this.waiting.delete(webhookId);
      taken.push({ ...endpoint, most: quick === true ? MOST_PER_ENDPOINT : 1 });
    }
    return taken;
  }

  /** Whether the last attempt to an endpoint was quick. */
  isQuick({ webhookId }: EndpointKey): boolean {
    return this.quick.get(webhookId) === true;
  }

  /**
   * Notes what was claimed.
   *
   * @param endpoints the ones that were taken
   * @param deliveries what was claimed for them
   * @param most how many deliveries could be claimed in all
   */
  claimed(endpoints: readonly EndpointKey[], deliveries: readonly ClaimedDelivery[], most: number): void {
    const byEndpoint = new Map<string, ClaimedDelivery[]>();
    for (const delivery of deliveries) {
      const { organizationId, webhookId } = delivery.endpoint;
      const own = byEndpoint.get(webhookId) ?? [];
      byEndpoint.set(webhookId, own);
      own.push(delivery);
      this.held.set(webhookId, { organizationId, count: (this.held.get(webhookId)?.count ?? 0) + 1 });
    }
    for (const endpoint of endpoints) {
      const own = byEndpoint.get(endpoint.webhookId) ?? [];
      const exhausted = own.length === 0 ? this.held.has(endpoint.webhookId) : own.length >= own[0]!.free;
      if (exhausted) this.full.add(endpoint.webhookId);
      // The claim reached its limit before it had gone through this endpoint, so it gets another turn.
      else if (deliveries.length >= most) this.add([endpoint]);
    }
  }

  /**
   * Lets go of a delivery.
   *
   * @param durationMs of the attempt; null when none was made
   * @returns whether that turned its endpoint slow, or quick again
   */
  ended({ endpoint }: ClaimedDelivery, durationMs: number | null): boolean {
    const { organizationId, webhookId } = endpoint;
    const held = this.held.get(webhookId);
    if (held !== undefined && --held.count === 0) this.held.delete(webhookId);
    if (this.full.delete(webhookId)) this.add([{ organizationId, webhookId }]);
    return durationMs !== null && this.tookSoFar(webhookId, durationMs);
  }

  /**
   * Notes how long an attempt to an endpoint has taken so far; it may go on.
   *
   * @returns whether that turned the endpoint slow, or quick again
   */
  tookSoFar(webhookId: string, durationMs: number): boolean {
    const quick = durationMs < QUICK_MS;
    // An unknown endpoint counts as quick here: its turning slow is news.
    const turned = (this.quick.get(webhookId) ?? true) !== quick;
    this.remember(webhookId, quick);
    return turned;
  }

  private remember(webhookId: string, quick: boolean): void {
    if (this.quick.size >= MOST_REMEMBERED) this.quick.clear();
    this.quick.set(webhookId, quick);
  }

  private roomLeft(): Room {
    const room = new Room(this.shares);
    for (const [webhookId, { organizationId, count }] of this.held) {
      const quick = this.quick.get(webhookId);
      if (quick !== true) room.occupy(organizationId, quick === false, count);
    }
    return room;
  }
}

/** How much of their shares the endpoints that have not proven quick take up. */
class Room {
  private unproven = 0;
  private slow = 0;
  private readonly unprovenOf = new Map<string, number>();
  private readonly slowOf = new Map<string, number>();

  constructor(private readonly shares: Shares) {}

  /** Takes a place for one more delivery, if there is one. */
  admit(organizationId: string, slow: boolean): boolean {
    const { unproven, reserve, slow: mostSlow, slowPerOrganization } = this.shares;
    if (slow && (this.slow >= mostSlow || (this.slowOf.get(organizationId) ?? 0) >= slowPerOrganization)) return false;
    const most = unproven + (slow || this.unprovenOf.has(organizationId) ? 0 : reserve);
    if (this.unproven >= most) return false;
    this.occupy(organizationId, slow, 1);
    return true;
  }

  occupy(organizationId: string, slow: boolean, count: number): void {
    this.unproven += count;
    add(this.unprovenOf, organizationId, count);
    if (!slow) return;
    this.slow += count;
    add(this.slowOf, organizationId, count);
  }
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
