/** A notification that this process should claim recipients for. */
export interface NotificationKey {
  readonly organizationId: string;
  readonly notificationId: string;
}

/** A notification, and how many of its recipients may be claimed next. */
export interface ClaimRequest extends NotificationKey {
  readonly limit: number;
}

/**
 * Notifications with due recipients. Recipients are picked by round robin: over the organizations, and within each of
 * them over its notifications. So a message to one person waits for at most one recipient of each other organization.
 */
export class RoundRobinQueue {
  private readonly waiting = new Map<string, Set<string>>();

  /** Adds notifications that may have due recipients. */
  add(notifications: readonly NotificationKey[]): void {
    for (const { organizationId, notificationId } of notifications) {
      const own = this.waiting.get(organizationId) ?? new Set();
      this.waiting.set(organizationId, own.add(notificationId));
    }
  }

  /** The next `limit` recipients, by notification. Notifications stay in the queue until they are {@link remove}d. */
  take(limit: number): ClaimRequest[] {
    const requests = new Map<string, ClaimRequest>();
    for (let left = limit; left > 0; left--) {
      const [next] = this.waiting;
      if (next === undefined) break;
      const [organizationId, own] = next;
      const [notificationId] = own as Set<string> & [string];
      moveToTheEnd(own, notificationId);
      this.waiting.delete(organizationId);
      this.waiting.set(organizationId, own);
      const taken = requests.get(notificationId)?.limit ?? 0;
      requests.set(notificationId, { organizationId, notificationId, limit: taken + 1 });
    }
    return [...requests.values()];
  }

  /** Removes a notification for which nothing more is due at the moment. */
  remove({ organizationId, notificationId }: NotificationKey): void {
    const own = this.waiting.get(organizationId);
    if (own === undefined) return;
    own.delete(notificationId);
    if (own.size === 0) this.waiting.delete(organizationId);
  }
}

function moveToTheEnd(set: Set<string>, entry: string): void {
  set.delete(entry);
  set.add(entry);
}
