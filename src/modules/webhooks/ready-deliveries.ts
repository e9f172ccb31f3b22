import { ArraySet } from '../../kernel/array-set';
import type { ClaimedDelivery } from './delivery-claims.repository';

/** How many deliveries are sent at the same time. */
interface Slots {
  readonly most: number;
  /** How many of those are kept for organizations that have few attempts to quick endpoints under way. */
  readonly reserved: number;
  /** What counts as few. */
  readonly few: number;
}

/** A delivery that waits for a slot. */
export interface ReadyDelivery {
  readonly delivery: ClaimedDelivery;
  /** Whether its endpoint has proven quick. Deliveries to others are limited before they are claimed. */
  readonly quick: boolean;
  /** When it must have begun at the latest, by performance.now(). */
  readonly startBefore: number;
  /** When it began, by performance.now(); unset while it waits. */
  begunAt?: number;
}

/**
 * Claimed deliveries that wait for a slot, and those that have one. Organizations take turns. Since all quick endpoints
 * of an organization may begin to hang at once, the last slots go only to organizations that have few: no single one
 * can fill them all.
 */
export class ReadyDeliveries {
  private readonly waiting = new Map<string, ReadyDelivery[]>();
  private readonly quickInFlight = new Map<string, number>();
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
    if (this.inFlight >= this.slots.most) return null;
    for (const [organizationId, own] of this.waiting) {
      const next = own[0]!;
      if (next.quick && !this.admitsQuick(organizationId)) continue;
      own.shift();
      this.waiting.delete(organizationId);
      if (own.length > 0) this.waiting.set(organizationId, own);
      this.waitingCount--;
      next.begunAt = performance.now();
      this.begun.add(next);
      if (next.quick) this.countQuick(organizationId, 1);
      return next;
    }
    return null;
  }

  /** Frees the slot of a delivery that has been sent. */
  end(ready: ReadyDelivery): void {
    this.begun.delete(ready);
    if (ready.quick) this.countQuick(ready.delivery.endpoint.organizationId, -1);
  }

  /** Those that have been under way for longer than `ms`. */
  underWayLongerThan(ms: number): ClaimedDelivery[] {
    const before = performance.now() - ms;
    const found: ClaimedDelivery[] = [];
    for (const { delivery, begunAt } of this.begun) {
      if (begunAt! > before) break;
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

  /** Whether there is a slot for a quick endpoint of an organization. */
  admitsQuick(organizationId: string): boolean {
    const { most, reserved, few } = this.slots;
    return this.inFlight < most - reserved || (this.quickInFlight.get(organizationId) ?? 0) < few;
  }

  private countQuick(organizationId: string, change: number): void {
    const count = (this.quickInFlight.get(organizationId) ?? 0) + change;
    if (count === 0) this.quickInFlight.delete(organizationId);
    else this.quickInFlight.set(organizationId, count);
  }
}
