import { MAX_PER_ENDPOINT, type ClaimedDelivery, type EndpointKey } from './delivery-claims.repository';
import type { Attempt } from './delivery-sender';

/** An attempt that takes less than this proves its endpoint quick. */
export const QUICK_MS = 1_000;
/** An attempt that takes this long makes its endpoint slow: it may well hang. */
export const SLOW_MS = 5_000;
/** How many endpoints' speeds are remembered; beyond that the process forgets all and begins anew. */
const MAX_REMEMBERED = 100_000;

/**
 * How long the last attempt to an endpoint took. One that timed out is `slow`, whatever the time-out; a `steady` one is
 * neither quick nor slow.
 */
type Pace = 'quick' | 'steady' | 'slow';

/** How many deliveries may be held for endpoints that have not proven quick. */
interface Shares {
  /** For all of them together. */
  readonly unproven: number;
  /** In addition, for organizations with no other such delivery held. */
  readonly reserve: number;
  /** For the slow ones among them. */
  readonly slow: number;
  /** The same, for each organization. */
  readonly slowPerOrganization: number;
  /** For the steady ones among them; an organization's first needs no place there. */
  readonly steady: number;
  /** The same, for each organization. */
  readonly steadyPerOrganization: number;
}

/** An endpoint whose turn it is, and how many of its deliveries may be claimed. */
export interface Share extends EndpointKey {
  readonly most: number;
}

/**
 * The endpoints that this process should claim deliveries for, in turn: one that was served goes to the end. An
 * endpoint gets one attempt at a time until one has ended, and again while it is slow; and those that are slow, and those
 * that are steady, have a share each. So even many hanging endpoints leave room for those that answer, and for those
 * that nothing is known of.
 */
export class EndpointQueue {
  private readonly waiting = new Map<string, EndpointKey>();
  /** How many deliveries this process holds, by endpoint. */
  private readonly held = new Map<string, { readonly organizationId: string; count: number }>();
  /** Endpoints at their limit: when one of their deliveries ends, there may be more to claim. */
  private readonly full = new Set<string>();
  /** Of those that an attempt has ended to, or has been under way to for long. */
  private readonly paces = new Map<string, Pace>();

  constructor(private readonly shares: Shares) {}

  /** Adds endpoints that something may be due for. */
  add(endpoints: readonly EndpointKey[]): void {
    for (const endpoint of endpoints) this.waiting.set(endpoint.webhookId, endpoint);
  }

  /** Notes endpoints that another process found slow, unless this process has seen for itself. */
  learnSlow(endpoints: readonly EndpointKey[]): void {
    for (const { webhookId } of endpoints) if (!this.paces.has(webhookId)) this.remember(webhookId, 'slow');
  }

  /**
   * Takes the endpoints whose turn it is, `most` at most.
   *
   * @param isBlocked whether nothing could be sent to a quick endpoint at the moment
   */
  take(most: number, isBlocked: (endpoint: EndpointKey) => boolean = () => false): Share[] {
    const taken: Share[] = [];
    if (this.waiting.size === 0) return taken;
    const room = this.roomLeft();
    for (const [webhookId, endpoint] of this.waiting) {
      if (taken.length === most) break;
      if (this.isQuick(endpoint) && isBlocked(endpoint)) continue;
      const admitted = this.admit(endpoint, room);
      if (admitted === 0) continue;
      this.waiting.delete(webhookId);
      taken.push({ ...endpoint, most: admitted });
    }
    return taken;
  }

  /** Whether the last attempt to an endpoint was quick. */
  isQuick({ webhookId }: EndpointKey): boolean {
    return this.paces.get(webhookId) === 'quick';
  }

  /** Whether the last attempt to an endpoint was slow. */
  isSlow({ webhookId }: EndpointKey): boolean {
    return this.paces.get(webhookId) === 'slow';
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
   * @param attempt null when none was made
   * @returns whether that turned its endpoint slow, or ended its being slow
   */
  ended({ endpoint }: ClaimedDelivery, attempt: Pick<Attempt, 'durationMs' | 'error'> | null): boolean {
    const { organizationId, webhookId } = endpoint;
    const held = this.held.get(webhookId);
    if (held !== undefined && --held.count === 0) this.held.delete(webhookId);
    if (this.full.delete(webhookId)) this.add([{ organizationId, webhookId }]);
    return attempt !== null && this.remember(webhookId, paceOf(attempt));
  }

  /**
   * Notes how long an attempt to an endpoint has taken so far; it may go on.
   *
   * @returns whether that turned the endpoint slow
   */
  tookSoFar(webhookId: string, durationMs: number): boolean {
    if (durationMs >= SLOW_MS) return this.remember(webhookId, 'slow');
    if (durationMs >= QUICK_MS && this.paces.get(webhookId) === 'quick') this.paces.delete(webhookId);
    return false;
  }

  /** @returns whether that turned the endpoint slow, or ended its being slow */
  private remember(webhookId: string, pace: Pace): boolean {
    const turned = (this.paces.get(webhookId) === 'slow') !== (pace === 'slow');
    if (this.paces.size >= MAX_REMEMBERED) this.paces.clear();
    this.paces.set(webhookId, pace);
    return turned;
  }

  /** How many more deliveries to an endpoint may be claimed now; takes their places in the room. */
  private admit({ organizationId, webhookId }: EndpointKey, room: ShareUsage): number {
    const pace = this.paces.get(webhookId);
    if (pace === 'quick') return MAX_PER_ENDPOINT;
    const most = (pace === 'steady' ? MAX_PER_ENDPOINT : 1) - (this.held.get(webhookId)?.count ?? 0);
    let admitted = 0;
    while (admitted < most && room.admit(organizationId, pace)) admitted++;
    return admitted;
  }

  private roomLeft(): ShareUsage {
    const room = new ShareUsage(this.shares);
    for (const [webhookId, { organizationId, count }] of this.held) {
      const pace = this.paces.get(webhookId);
      if (pace !== 'quick') room.occupy(organizationId, pace, count);
    }
    return room;
  }
}

function paceOf({ durationMs, error }: Pick<Attempt, 'durationMs' | 'error'>): Pace {
  if (durationMs >= SLOW_MS || error === 'timeout') return 'slow';
  return durationMs < QUICK_MS ? 'quick' : 'steady';
}

/** How much of their shares the endpoints that have not proven quick take up. */
class ShareUsage {
  private readonly unproven = new SlotCount();
  private readonly slow: SlotCount;
  private readonly steady: SlotCount;

  constructor(private readonly shares: Shares) {
    this.slow = new SlotCount(shares.slow, shares.slowPerOrganization);
    this.steady = new SlotCount(shares.steady, shares.steadyPerOrganization);
  }

  /** Takes a place for one more delivery, if there is one. */
  admit(organizationId: string, pace: Pace | undefined): boolean {
    if (pace === 'slow' && this.slow.isFullFor(organizationId)) return false;
    if (pace === 'steady' && this.steady.of(organizationId) > 0 && this.steady.isFullFor(organizationId)) return false;
    const { unproven, reserve } = this.shares;
    const most = unproven + (pace === 'slow' || this.unproven.of(organizationId) > 0 ? 0 : reserve);
    if (this.unproven.all >= most) return false;
    this.occupy(organizationId, pace, 1);
    return true;
  }

  occupy(organizationId: string, pace: Pace | undefined, count: number): void {
    this.unproven.take(organizationId, count);
    if (pace === 'slow') this.slow.take(organizationId, count);
    if (pace === 'steady') this.steady.take(organizationId, count);
  }
}

/** How many places are taken, by all and by each organization. */
class SlotCount {
  all = 0;
  private readonly ofEach = new Map<string, number>();

  constructor(
    private readonly most = Infinity,
    private readonly mostOfOne = Infinity,
  ) {}

  of(organizationId: string): number {
    return this.ofEach.get(organizationId) ?? 0;
  }

  isFullFor(organizationId: string): boolean {
    return this.all >= this.most || this.of(organizationId) >= this.mostOfOne;
  }

  take(organizationId: string, count: number): void {
    this.all += count;
    this.ofEach.set(organizationId, this.of(organizationId) + count);
  }
}
