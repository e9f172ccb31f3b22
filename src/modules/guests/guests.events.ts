import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import type { GuestView } from './guests.dto';

/** Records changes of guests: each has an audit record and an outgoing event. */
@Injectable()
export class GuestsEvents {
  constructor(
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  created(guest: GuestView): void {
    this.record('guest.created', null, guest, guest);
  }

  updated(before: GuestView, after: GuestView): void {
    this.record('guest.updated', before, after, after);
  }

  deleted(guest: GuestView): void {
    this.record('guest.deleted', guest, null, guest);
  }

  private record(type: string, before: GuestView | null, after: GuestView | null, shown: GuestView): void {
    this.audit.record({
      action: type,
      target: { type: 'guest', id: shown.id },
      changes: changesBetween(before, after),
    });
    this.outbox.record(type, shown);
  }
}
