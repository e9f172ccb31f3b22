import { ArraySet } from '../../../kernel/array-set';
import { firstOf } from '../../../kernel/lists';
import { CountByOrganization } from './count-by-organization';
import type { ClaimedDelivery } from './delivery-claims.repository';

interface Slots {
  /** How many deliveries are sent at the same time. Without it, a backlog takes all sockets and memory of the process. */
  readonly total: number;
  /**
   * How many of those are for an organization's only attempt to a responsive endpoint. Without them, an organization
   * whose endpoints all begin to hang at once fills all slots until they are known to be slow.
   */
  readonly reserved: number;
}

/** A delivery that waits for a slot. */
export interface ReadyDelivery {
  readonly delivery: ClaimedDelivery;
  /** Whether its endpoint is responsive. Deliveries to others are limited before they are claimed. */
  readonly responsive: boolean;
  /** When it must have begun at the latest, by performance.now(). */
  readonly startBefore: number;
  /** When it began, by performance.now(); unset while it waits. */
  begunAt?: number;
}

/** Claimed deliveries that wait for a slot, and those that have one. Organizations get slots round robin. */
export class ReadyDeliveries {
  private readonly waiting = new Map<string, ReadyDelivery[]>();
  private readonly toResponsive = new CountByOrganization();
  private readonly begun = new ArraySet<ReadyDelivery>();
  private waitingCount = 0;

  constructor(private readonly slots: Slots) {}

  /** How many wait. */
  get size(): number {
    return this.waitingCount;
  }

  /** How many are being sent. */
  get inFlight(): number {
    return this.begun.size;
  }

  add(ready: ReadyDelivery): void {
    const { organizationId } = ready.delivery.endpoint;
    const own = this.waiting.get(organizationId);
    if (own === undefined) this.waiting.set(organizationId, [ready]);
    else own.push(ready);
    this.waitingCount++;
  }

  /** Takes the next delivery that may have a slot, with that slot; null if there is none. */
  begin(): ReadyDelivery | null {
    if (this.inFlight >= this.slots.total) return null;
    for (const [organizationId, own] of this.waiting) {
      const next = firstOf(own);
      if (next.responsive && !this.admits(organizationId)) continue;
      own.shift();
      this.waiting.delete(organizationId);
      if (own.length > 0) this.waiting.set(organizationId, own);
      this.waitingCount--;
      next.begunAt = performance.now();
      this.begun.add(next);
      if (next.responsive) this.toResponsive.add(organizationId, 1);
      return next;
    }
    return null;
  }

  /** Frees the slot of a delivery that has been sent. */
  end(ready: ReadyDelivery): void {
    this.begun.delete(ready);
    if (ready.responsive) this.toResponsive.add(ready.delivery.endpoint.organizationId, -1);
  }

  /** Those that have been under way for longer than `ms`. */
  underWayLongerThan(ms: number): ClaimedDelivery[] {
    const before = performance.now() - ms;
    const found: ClaimedDelivery[] = [];
    for (const { delivery, begunAt = before } of this.begun) {
      if (begunAt > before) break;
      found.push(delivery);
    }
    return found;
  }

  /** Removes the chosen ones of those that wait. */
  takeBack(isChosen: (ready: ReadyDelivery) => boolean): ClaimedDelivery[] {
    const taken: ClaimedDelivery[] = [];
    for (const [organizationId, own] of this.waiting) {
      const chosen = own.filter(isChosen);
      if (chosen.length === own.length) this.waiting.delete(organizationId);
      else if (chosen.length > 0)
        this.waiting.set(
          organizationId,
          own.filter((each) => !chosen.includes(each)),
        );
      taken.push(...chosen.map(({ delivery }) => delivery));
    }
    this.waitingCount -= taken.length;
    return taken;
  }

  /** Whether there is a slot for a responsive endpoint of an organization. */
  admits(organizationId: string): boolean {
    const { total, reserved } = this.slots;
    return this.inFlight < total - reserved || this.toResponsive.of(organizationId) === 0;
  }
}
