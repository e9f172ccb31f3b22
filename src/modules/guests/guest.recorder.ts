import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween, type Changes } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import type { GuestView } from './guests.dto';

/** Records changes of guests: each has an audit record and an outgoing event. */
@Injectable()
export class GuestRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  created(guest: GuestView): void {
    this.record('guest.created', guest, changesBetween(null, guest));
  }

  updated(before: GuestView, after: GuestView): void {
    this.record('guest.updated', after, changesBetween(before, after));
  }

  deleted(guest: GuestView): void {
    this.record('guest.deleted', guest, changesBetween(guest, null));
  }

  private record(type: string, guest: GuestView, changes: Changes): void {
    this.audit.record({ action: type, target: { type: 'guest', id: guest.id }, changes });
    this.outbox.record(type, guest);
  }
}
