import { Injectable } from '@nestjs/common';
import { newId } from '../../kernel/ids';
import { AuditTrail } from '../audit/audit-trail';
import { Outbox } from '../outbox/outbox';
import type { AnyRecord, ChangeType, RecordKind } from '../records/record-kind';
import type { Changes } from '../records/changes';

/** What is recorded of a change beyond the record's versions. */
export interface RecordingDetails {
  /** Of the change, in the change log and in the event that announces it. */
  readonly id?: string;
  /** For unscoped units of work: whose log it belongs to; null for the platform's own. */
  readonly organizationId?: string | null | undefined;
  /** Who made the change, if nobody is signed in yet. */
  readonly actor?: { readonly id: string; readonly name: string } | undefined;
  /** What the audit log has instead of the difference between the versions. */
  readonly changes?: Changes;
  /** How many of what belonged to the record were deleted with it, by name. */
  readonly belongings?: Readonly<Record<string, number>>;
}

/** What happened to a record, for those who follow. */
export interface RecordedChange {
  /** The type of the record's kind, such as `event`. */
  readonly kind: string;
  /** Such as `event.updated`. */
  readonly type: string;
  readonly before: AnyRecord | null;
  readonly after: AnyRecord | null;
  /** Set where the unit of work is unscoped. */
  readonly organizationId: string | undefined;
}

/** What the audit log needs of a record: those of its fields that changed. */
type LoggedRecord<View> = Partial<View> & AnyRecord;

/**
 * Records what happens to records: in the audit log, and for webhooks where the kind of record has such an event. Called
 * inside the caller's unit of work.
 */
@Injectable()
export class Recorder {
  private readonly followers: ((change: RecordedChange) => void)[] = [];

  constructor(
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Calls a listener in the unit of work of each change that has an event, before that commits. Called by a module's part
   * when it starts. The listener must return at once: what it writes, it defers.
   */
  follow(listener: (change: RecordedChange) => void): void {
    this.followers.push(listener);
  }

  created<View extends AnyRecord>(kind: RecordKind<View>, record: View, details?: RecordingDetails): void {
    this.record(kind, 'created', null, record, details);
  }

  updated<View extends AnyRecord>(kind: RecordKind<View>, before: View, after: View, details?: RecordingDetails): void {
    this.record(kind, 'updated', before, after, details);
  }

  deleted<View extends AnyRecord>(kind: RecordKind<View>, record: View, details?: RecordingDetails): void {
    this.record(kind, 'deleted', record, null, details);
  }

  /** @param verb the past participle in the action's name */
  record<View extends AnyRecord>(
    kind: RecordKind<View>,
    verb: string,
    before: View | null,
    after: View | null,
    details?: RecordingDetails,
  ): void {
    const id = this.log(kind, verb, before, after, details);
    if (kind.changes.get(verb)?.says !== undefined) this.publish(kind, verb, before, after, { ...details, id });
  }

  /** Adds to the audit log alone, and gives the id of the change. Of a record, what says whom it is about and what it belongs to must be there. */
  log<View extends AnyRecord>(
    kind: RecordKind<View>,
    verb: string,
    before: LoggedRecord<View> | null,
    after: LoggedRecord<View> | null,
    { id = newId(), organizationId, actor, changes, belongings = {} }: RecordingDetails = {},
  ): string {
    const record = presentOf(before, after) as View;
    const counts = Object.entries(belongings).map(([name, count]) => [name, { before: count, after: 0 }] as const);
    this.audit.record({
      id,
      action: `${kind.type}.${verb}`,
      target: { type: kind.type, id: record.id, externalId: kind.externalIdOf(record) },
      changes: { ...(changes ?? kind.auditedBetween(before, after)), ...Object.fromEntries(counts) },
      personId: kind.personOf(record),
      parents: kind.parents(record),
      ...(organizationId !== undefined && { organizationId }),
      ...(actor !== undefined && { actor }),
    });
    return id;
  }

  /**
   * Adds an outgoing event alone, which has the id of the change that it announces.
   *
   * @throws Error where the kind of record has no such event
   */
  publish<View extends AnyRecord>(
    kind: RecordKind<View>,
    verb: string,
    before: View | null,
    after: View | null,
    { id, organizationId, actor }: RecordingDetails & { readonly id: string },
  ): void {
    const change = kind.changes.get(verb);
    if (change?.says === undefined) throw new Error(`No webhook gets ${kind.type}.${verb}.`);
    const record = presentOf(before, after);
    const recorded = { kind: kind.type, type: change.type, before, after, organizationId: organizationId ?? undefined };
    for (const follower of this.followers) follower(recorded);
    this.outbox.record(change.type, dataOf(change, kind, record), {
      id,
      organizationId: organizationId ?? undefined,
      actor,
      parents: kind.parents(record),
      previous: before !== null && after !== null ? kind.previous(before, after) : undefined,
      ...(change.fullOnRequest && { fullData: record }),
    });
  }
}

/** A record as it is after a change, or was before it is gone. @throws Error without both */
export function presentOf<View>(before: View | null, after: View | null): View {
  const record = after ?? before;
  if (record === null) throw new Error('There is no record before and after the change.');
  return record;
}

/** What an event says of a record. */
function dataOf<View extends AnyRecord>({ fields }: ChangeType, kind: RecordKind<View>, record: View): object {
  if (fields === undefined) return kind.withoutSecrets(record);
  return Object.fromEntries(Object.keys(fields).map((name) => [name, record[name as keyof View]]));
}
