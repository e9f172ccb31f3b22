import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween, placeOf, previousOf } from '../audit/audit-trail';
import { Outbox } from '../outbox/outbox';

/** How many of what belonged to a record were deleted with it, by name. */
export type Belongings = Readonly<Record<string, number>>;

/**
 * Records creation, update and deletion of one kind of record in the audit log. Called inside the caller's unit
 * of work.
 *
 * @typeParam View the record as the API shows it
 */
@Injectable()
export abstract class RecordRecorder<View extends { readonly id: string }> {
  /** What the log calls such a record, and how the names of its actions begin: `tour`. */
  protected abstract readonly type: string;

  constructor(protected readonly audit: AuditTrail) {}

  created(record: View): void {
    this.record('created', null, record);
  }

  updated(before: View, after: View): void {
    this.record('updated', before, after);
  }

  deleted(record: View, belongings: Belongings = {}): void {
    this.record('deleted', record, null, belongings);
  }

  /** @param verb the past participle in the action's name */
  protected record(verb: string, before: View | null, after: View | null, belongings: Belongings = {}): void {
    const changes = changesBetween(before && this.audited(before), after && this.audited(after));
    for (const [name, count] of Object.entries(belongings)) changes[name] = { before: count, after: 0 };
    const record = (after ?? before)!;
    this.audit.record({
      action: `${this.type}.${verb}`,
      target: { type: this.type, id: record.id },
      changes,
      place: placeOf(this.type, record),
    });
  }

  /** The fields of a record that the log shows. */
  protected audited(record: View): object {
    return record;
  }
}

/** Records each change in the audit log and as an outgoing event of the same name. */
@Injectable()
export abstract class PublishedRecordRecorder<View extends { readonly id: string }> extends RecordRecorder<View> {
  constructor(
    audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {
    super(audit);
  }

  protected override record(verb: string, before: View | null, after: View | null, belongings?: Belongings): void {
    super.record(verb, before, after, belongings);
    const record = (after ?? before)!;
    const data = this.published(verb, record);
    this.outbox.record(`${this.type}.${verb}`, data, {
      place: placeOf(this.type, record),
      ...(before !== null && after !== null && { previous: previousOf(before, after) }),
      ...(data !== record && { fullData: record }),
    });
  }

  /** What an outgoing event contains as `data`. */
  protected published(_verb: string, record: View): object {
    return record;
  }
}
