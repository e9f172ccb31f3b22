import { MOST_PER_ENDPOINT, type ClaimedDelivery, type EndpointKey } from './delivery-claims.repository';

/** An attempt that takes less than this shows that its endpoint is quick. */
const QUICK_MS = 1_000;
/** What is kept of whom; beyond it the process begins anew. */
const MOST_REMEMBERED = 100_000;

/**
 * The endpoints that this process should look into for deliveries, in turn: whoever was served goes to the end. However
 * many endpoints hang, a part of the room is kept for those that have shown to be quick.
 */
export class EndpointQueue {
  private readonly waiting = new Map<string, EndpointKey>();
  /** Deliveries in this process's hands, by endpoint. */
  private readonly held = new Map<string, number>();
  /** Endpoints that something may still wait for when one of their deliveries is done with. */
  private readonly full = new Set<string>();
  private readonly quick = new Set<string>();

  /** @param roomForOthers how many deliveries may be held of endpoints that have not shown to be quick */
  constructor(private readonly roomForOthers: number) {}

  /** There may be something due for these. */
  add(endpoints: readonly EndpointKey[]): void {
    for (const endpoint of endpoints) this.waiting.set(endpoint.webhookId, endpoint);
  }

  /** Takes the endpoints whose turn it is, `most` at most. */
  take(most: number): EndpointKey[] {
    const taken: EndpointKey[] = [];
    let roomForOthers = this.roomForOthers - this.heldOfOthers();
    for (const [webhookId, endpoint] of this.waiting) {
      if (taken.length === most) break;
      if (!this.quick.has(webhookId)) {
        if (roomForOthers < MOST_PER_ENDPOINT) continue;
        roomForOthers -= MOST_PER_ENDPOINT;
      }
      this.waiting.delete(webhookId);
      taken.push(endpoint);
    }
    return taken;
  }

  /**
   * What came of looking into endpoints.
   *
   * @param most how many deliveries could be claimed in all
   */
  claimed(endpoints: readonly EndpointKey[], deliveries: readonly ClaimedDelivery[], most: number): void {
    const byEndpoint = new Map<string, ClaimedDelivery[]>();
    for (const delivery of deliveries) {
      const own = byEndpoint.get(delivery.webhookId) ?? [];
      byEndpoint.set(delivery.webhookId, own);
      own.push(delivery);
      this.held.set(delivery.webhookId, (this.held.get(delivery.webhookId) ?? 0) + 1);
    }
    for (const endpoint of endpoints) {
      const own = byEndpoint.get(endpoint.webhookId) ?? [];
      const exhausted = own.length === 0 ? this.held.has(endpoint.webhookId) : own.length >= own[0]!.free;
      if (exhausted) this.full.add(endpoint.webhookId);
      // It was not, or not fully, looked into.
      else if (deliveries.length >= most) this.add([endpoint]);
    }
  }

  /**
   * A delivery is done with.
   *
   * @param durationMs of the attempt; null when none was made
   */
  ended({ organizationId, webhookId }: ClaimedDelivery, durationMs: number | null): void {
    const held = (this.held.get(webhookId) ?? 0) - 1;
    if (held > 0) this.held.set(webhookId, held);
    else this.held.delete(webhookId);
    if (durationMs !== null && durationMs < QUICK_MS) this.remember(webhookId);
    else if (durationMs !== null) this.quick.delete(webhookId);
    if (this.full.delete(webhookId)) this.add([{ organizationId, webhookId }]);
  }

  private remember(webhookId: string): void {
    if (this.quick.size >= MOST_REMEMBERED) this.quick.clear();
    this.quick.add(webhookId);
  }

  private heldOfOthers(): number {
    let sum = 0;
    for (const [webhookId, held] of this.held) if (!this.quick.has(webhookId)) sum += held;
    return sum;
  }
}
