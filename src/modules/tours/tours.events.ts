import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import type { TourView } from './tours.dto';

/** Records changes of tours: each has an audit record and an outgoing event. */
@Injectable()
export class ToursEvents {
  constructor(
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  created(tour: TourView): void {
    this.record('tour.created', null, tour, tour);
  }

  updated(before: TourView, after: TourView): void {
    this.record('tour.updated', before, after, after);
  }

  deleted(tour: TourView): void {
    this.record('tour.deleted', tour, null, tour);
  }

  private record(type: string, before: TourView | null, after: TourView | null, shown: TourView): void {
    this.audit.record({ action: type, target: { type: 'tour', id: shown.id }, changes: changesBetween(before, after) });
    this.outbox.record(type, shown);
  }
}
