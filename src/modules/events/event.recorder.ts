import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween, type Changes } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import type { EventView } from './events.dto';
import type { Belongings } from './events.repository';

/** Records changes of events: each has an audit record and an outgoing notice. */
@Injectable()
export class EventRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  created(event: EventView): void {
    const { id, name, tourId } = event;
    this.record('event.created', id, changesBetween(null, event), { id, name, tourId });
  }

  updated(before: EventView, after: EventView): void {
    this.record('event.updated', after.id, changesBetween(before, after), after);
  }

  /** @param belongings how many of each went with it */
  deleted(event: EventView, belongings: Belongings): void {
    const gone = Object.entries(belongings).map(([name, count]) => [name, { before: count, after: 0 }]);
    const changes = { ...changesBetween(event, null), ...Object.fromEntries(gone) } as Changes;
    this.record('event.deleted', event.id, changes, event);
  }

  private record(type: string, id: string, changes: Changes, data: object): void {
    this.audit.record({ action: type, target: { type: 'event', id }, changes });
    this.outbox.record(type, data);
  }
}
