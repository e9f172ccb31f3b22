import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween, type Changes } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import type { TourView } from './tours.dto';

/** Records changes of tours: each has an audit record and an outgoing event. */
@Injectable()
export class TourRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  created(tour: TourView): void {
    this.record('tour.created', tour, changesBetween(null, tour));
  }

  updated(before: TourView, after: TourView): void {
    this.record('tour.updated', after, changesBetween(before, after));
  }

  deleted(tour: TourView): void {
    this.record('tour.deleted', tour, changesBetween(tour, null));
  }

  private record(type: string, tour: TourView, changes: Changes): void {
    this.audit.record({ action: type, target: { type: 'tour', id: tour.id }, changes });
    this.outbox.record(type, tour);
  }
}
