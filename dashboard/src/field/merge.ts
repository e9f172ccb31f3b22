import type { KeptScan } from './store';
import type { FieldGuest } from './types';

/** The guests as they are with what waits to be sent, which the service does not know yet. */
export function withWaiting(guests: readonly FieldGuest[], queue: readonly KeptScan[]): FieldGuest[] {
  const own = new Map<string, KeptScan[]>();
  for (const scan of queue) {
    const id = scan.eventGuestId ?? '';
    own.set(id, [...(own.get(id) ?? []), scan]);
  }
  return guests.map((guest) => (own.get(guest.eventGuestId) ?? []).reduce(after, guest));
}

const STATUS = { board: 'boarded', alight: 'alighted', no_show: 'no_show', undo: 'expected' } as const;

/** A guest after one more scan, made on this phone now. */
export function after(guest: FieldGuest, { action, occurredAt }: Pick<KeptScan, 'action' | 'occurredAt'>): FieldGuest {
  if (action === 'check_in') return { ...guest, checkedInAt: guest.checkedInAt ?? occurredAt };
  if (guest.tripStatus === null) return action === 'undo' ? { ...guest, checkedInAt: null } : guest;
  return { ...guest, tripStatus: STATUS[action] };
}
