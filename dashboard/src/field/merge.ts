import type { KeptScan } from './store';
import type { FieldGuest, FieldView } from './types';

/** Whether what was done belongs to what a link opens: the others wait for a link of their own. */
export const belongsTo = ({ eventId, tripId }: KeptScan, { event, trip }: FieldView): boolean =>
  eventId === event.id && tripId === (trip?.id ?? null);

/** The guests as they are with what waits to be sent, which the service does not know yet. */
export function withWaiting(guests: readonly FieldGuest[], queue: readonly KeptScan[]): FieldGuest[] {
  const own = new Map<string | null, KeptScan[]>();
  for (const scan of queue) own.set(scan.eventGuestId, [...(own.get(scan.eventGuestId) ?? []), scan]);
  return guests.map((guest) => (own.get(guest.eventGuestId) ?? []).reduce(after, guest));
}

const STATUS = { board: 'boarded', alight: 'alighted', no_show: 'no_show', undo: 'expected' } as const;

/** A guest after one more scan, made on this phone now. */
export function after(
  guest: FieldGuest,
  { action, occurredAt, add }: Pick<KeptScan, 'action' | 'occurredAt' | 'add'>,
): FieldGuest {
  const { checkedInAt, tripStatus } = guest;
  if (action === 'check_in') {
    const isFirst = checkedInAt === null || occurredAt <= checkedInAt;
    return isFirst ? { ...guest, checkedInAt: occurredAt, checkedInWhere: null } : guest;
  }
  if (add === true) return { ...guest, tripStatus: 'boarded', alert: null };
  if (tripStatus !== null) return { ...guest, tripStatus: STATUS[action] };
  // As in the service, an undo takes back what happened before it.
  const isUndone = action === 'undo' && checkedInAt !== null && checkedInAt <= occurredAt;
  return isUndone ? { ...guest, checkedInAt: null, checkedInWhere: null } : guest;
}
