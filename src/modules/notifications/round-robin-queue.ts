/** A notification that this process should claim recipients for. */
export interface NotificationKey {
  readonly organizationId: string;
  readonly notificationId: string;
}

/** A notification whose turn it is, and how many of its recipients may be claimed. */
export interface Share extends NotificationKey {
  readonly most: number;
}

/**
 * Notifications with due recipients. One recipient is one turn; turns go round the organizations, and within each of
 * them round its notifications. So a message to one person waits for one turn of each other organization at most,
 * however many recipients those have.
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

  /** The next turns, `most` recipients in all. Notifications stay in the queue until they are {@link remove}d. */
  take(most: number): Share[] {
    const turns = new Map<string, Share>();
    for (let left = most; left > 0; left--) {
      const [next] = this.waiting;
      if (next === undefined) break;
      const [organizationId, own] = next;
      const [notificationId] = own as Set<string> & [string];
      moveToTheEnd(own, notificationId);
      this.waiting.delete(organizationId);
      this.waiting.set(organizationId, own);
      const taken = turns.get(notificationId)?.most ?? 0;
      turns.set(notificationId, { organizationId, notificationId, most: taken + 1 });
    }
    return [...turns.values()];
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
