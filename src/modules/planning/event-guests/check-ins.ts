import { Injectable } from '@nestjs/common';
import { newId, NIL_ID } from '../../../kernel/ids';
import { found } from '../../../kernel/problems';
import { checkedInAtOf, type NewScan, type OccurredScan, ScansRepository } from '../scans';
import { EventGuestRecorder } from './event-guest.recorder';
import type { EventGuestView } from './event-guests.dto';
import { EventGuestsRepository } from './event-guests.repository';
import type { LockedEventGuest } from './locked-event-guest';

/** A check-in that is done, or taken back, in the dashboard or by the API. */
interface OwnScan {
  readonly action: 'check_in' | 'undo';
  readonly occurredAt: Date;
}

/**
 * Who is in, merged from the scans of phones at the door and what is done in the dashboard, by when each occurred (ADR 47).
 * Everything here happens inside a unit of work that has locked the guest's row.
 */
@Injectable()
export class CheckIns {
  constructor(
    private readonly guests: EventGuestsRepository,
    private readonly scans: ScansRepository,
    private readonly recorder: EventGuestRecorder,
  ) {}

  /** A guest of an event, locked until the unit of work ends; null where the event has none such. */
  lock(eventId: string, id: string): Promise<LockedEventGuest | null> {
    return this.guests.lockOf(eventId, id);
  }

  /** Counts what is done in the dashboard or by the API. @returns the guest as they are now */
  async count(before: EventGuestView, scan: OwnScan, now: Date): Promise<EventGuestView> {
    const history = await this.historyOf(before);
    const row = ownScan(before, scan, now);
    const checkedInAt = checkedInAtOf([...history, { ...scan, nonce: row.nonce, occurredAt: iso(scan.occurredAt) }]);
    const status = checkedInAt === before.checkedInAt ? 'duplicate' : 'ok';
    await this.scans.add([{ ...row, status, countedAt: checkedInAt === null ? null : new Date(checkedInAt) }]);
    return this.become(before, checkedInAt, now);
  }

  /** Stores the check-ins that a batch has made, which decides on its own. */
  async store(done: readonly { guest: EventGuestView; scan: OwnScan }[], now: Date): Promise<void> {
    await this.scans.add(done.map(({ guest, scan }) => ({ ...ownScan(guest, scan, now), status: 'ok' })));
  }

  /**
   * All scans of a guest that count. They are kept for a time alone: a check-in that does not follow from them counts as
   * one more.
   */
  async historyOf({ id, checkedInAt, updatedAt }: EventGuestView): Promise<OccurredScan[]> {
    const scans = await this.scans.atTheDoorOf(id);
    if (checkedInAtOf(scans) === checkedInAt) return scans;
    const unknown: OccurredScan =
      checkedInAt === null
        ? { nonce: NIL_ID, action: 'undo', occurredAt: updatedAt }
        : { nonce: NIL_ID, action: 'check_in', occurredAt: checkedInAt };
    return [...scans, unknown];
  }

  /**
   * Writes when a guest came, or that they have not, if that is new, and records it.
   *
   * @param occurredAt when what was scanned happened, for the audit log, where it is known only now
   */
  async become(
    before: EventGuestView,
    checkedInAt: string | null,
    now: Date,
    occurredAt?: string,
  ): Promise<EventGuestView> {
    if (checkedInAt === before.checkedInAt) return before;
    await this.guests.update(before.id, {
      checkedInAt: checkedInAt === null ? null : new Date(checkedInAt),
      updatedAt: now,
    });
    const after = found(await this.guests.findOf(before.eventId, before.id));
    if (checkedInAt === null) this.recorder.checkInUndone(before, after, occurredAt);
    else this.recorder.checkedIn(before, after, occurredAt);
    return after;
  }
}

function ownScan({ id, eventId }: EventGuestView, { action, occurredAt }: OwnScan, now: Date): NewScan {
  return {
    id: newId(),
    eventId,
    accessLinkId: null,
    tripId: null,
    nonce: newId(),
    device: null,
    action,
    eventGuestId: id,
    status: 'ok',
    reason: null,
    countedAt: action === 'undo' ? null : occurredAt,
    occurredAt,
    receivedAt: now,
  };
}

const iso = (moment: Date) => moment.toISOString();
