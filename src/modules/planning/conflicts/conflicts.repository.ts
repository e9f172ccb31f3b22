import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import { firstOf, lastOf, valueAt } from '../../../kernel/lists';
import { offsetOf, type PageRequest } from '../../../kernel/page';
import type { Period } from '../../../kernel/period';
import { endOfDay, startOfDay } from '../../../kernel/time-zone';
import { currentTransaction } from '../../../platform/context/request-context';
import { columnsOf, type RowOf, selectAllBut } from '../../../platform/database/table';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import type { SnapshotRows } from '../../../platform/tenancy/tenant-database';
import { ConflictAcknowledgement, type ConflictKind } from './conflict-acknowledgement.entity';
import { EVENTS, LIST, NAMES, PERHAPS_OUTSIDE_TOUR, SPAN_OF_EVENT, type ConflictRow } from './conflict-statements';
import type { ConflictEvent, ConflictSubjectType } from './conflicts.dto';

const CONFLICT_ACKNOWLEDGEMENT = columnsOf(ConflictAcknowledgement, 'k');

const ACKNOWLEDGEMENT = selectAllBut(ConflictAcknowledgement, 'k', 'organizationId');
export type AcknowledgementRow = RowOf<typeof ACKNOWLEDGEMENT>;

const FIND = new ScopedStatement<AcknowledgementRow>(
  `SELECT ${ACKNOWLEDGEMENT.columns} FROM ${ACKNOWLEDGEMENT.from}
   WHERE ${CONFLICT_ACKNOWLEDGEMENT.organizationId} = $1 AND ${CONFLICT_ACKNOWLEDGEMENT.kind} = $2
     AND ${CONFLICT_ACKNOWLEDGEMENT.subjectId} = $3 AND ${CONFLICT_ACKNOWLEDGEMENT.firstEventId} = $4
     AND ${CONFLICT_ACKNOWLEDGEMENT.secondEventId} = $5
   FOR UPDATE`,
);
// In the order of their ids, so that two that lock the same ones don't wait for each other.
const LOCK_OF_EVENT = new ScopedStatement<AcknowledgementRow>(
  `SELECT ${ACKNOWLEDGEMENT.columns} FROM ${ACKNOWLEDGEMENT.from}
   WHERE ${CONFLICT_ACKNOWLEDGEMENT.organizationId} = $1 AND (${CONFLICT_ACKNOWLEDGEMENT.firstEventId} = $2
     OR ${CONFLICT_ACKNOWLEDGEMENT.secondEventId} = $2) ORDER BY ${CONFLICT_ACKNOWLEDGEMENT.id} FOR UPDATE`,
);
const LOCK_OF_SUBJECT = new ScopedStatement<AcknowledgementRow>(
  `SELECT ${ACKNOWLEDGEMENT.columns} FROM ${ACKNOWLEDGEMENT.from}
   WHERE ${CONFLICT_ACKNOWLEDGEMENT.organizationId} = $1 AND ${CONFLICT_ACKNOWLEDGEMENT.kind} = $2
     AND ${CONFLICT_ACKNOWLEDGEMENT.subjectId} = $3 ORDER BY ${CONFLICT_ACKNOWLEDGEMENT.id} FOR UPDATE`,
);

/** Which conflicts are asked for. */
export interface ConflictFilter extends Period {
  readonly eventId?: string | undefined;
  readonly tourId?: string | undefined;
  readonly kinds: readonly ConflictKind[];
  /** Undefined: whether or not somebody has acknowledged them. */
  readonly acknowledged?: boolean | undefined;
}

/** What identifies a conflict. */
export interface ConflictKey {
  readonly kind: ConflictKind;
  readonly subjectId: string;
  readonly eventIds: readonly string[];
}

/** A conflict with what its events and its subject are called. */
export interface FoundConflict extends ConflictRow {
  readonly events: readonly ConflictEvent[];
  readonly subjectName: string | null;
}

/** All queries of conflicts. Inside a unit of work they see its changes. */
@Injectable()
export class ConflictsRepository extends ScopedRepository<ConflictAcknowledgement> {
  constructor() {
    super(ConflictAcknowledgement);
  }

  /** One page of conflicts, the earliest first. */
  list(filter: ConflictFilter, page: PageRequest): Promise<{ rows: FoundConflict[]; total: number }> {
    return this.inSnapshot(async (rows) => {
      const { period, isKnown } = await periodWith(rows, filter);
      if (!isKnown) return { rows: [], total: 0 };
      const bounds = [period.from ?? null, period.to ?? null, filter.eventId ?? null, filter.tourId ?? null];
      const outside = filter.kinds.includes('outside_tour') ? await outsideTour(rows, bounds) : [];
      const found = await rows(
        LIST,
        ...bounds,
        filter.kinds,
        outside,
        filter.acknowledged ?? null,
        page.limit,
        offsetOf(page),
      );
      const total = found[0]?.total ?? 0;
      // A page past the end is a row with nothing but the total.
      const conflicts = found.filter(({ kind }) => (kind as ConflictKind | null) !== null);
      return { rows: await named(rows, conflicts), total };
    });
  }

  /** The acknowledgement of a conflict, locked until the unit of work ends. */
  async lockAcknowledgement({ kind, subjectId, eventIds }: ConflictKey): Promise<AcknowledgementRow | null> {
    if (![subjectId, ...eventIds].every(isId)) return null;
    return (await this.unitOfWork.write(FIND, kind, subjectId, ...pairOf(eventIds))).rows[0] ?? null;
  }

  /** Locks the acknowledgements of an event's conflicts until the unit of work ends. */
  async lockOfEvent(eventId: string): Promise<AcknowledgementRow[]> {
    return (await this.unitOfWork.write(LOCK_OF_EVENT, eventId)).rows;
  }

  /** Locks the acknowledgements of conflicts of a kind that something is the subject of. */
  async lockOfSubject(kind: ConflictKind, subjectId: string): Promise<AcknowledgementRow[]> {
    return (await this.unitOfWork.write(LOCK_OF_SUBJECT, kind, subjectId)).rows;
  }

  private inSnapshot<T>(work: (rows: SnapshotRows) => Promise<T>): Promise<T> {
    if (currentTransaction() === null) return this.database.longRead(work);
    return work((statement, ...values) => this.database.rows(statement, ...values));
  }
}

/** The events of a conflict as they are stored: the smaller id first, the only one twice. */
export function pairOf(eventIds: readonly string[]): [first: string, second: string] {
  const sorted = [...eventIds].sort();
  return [firstOf(sorted), lastOf(sorted)];
}

/** All conflicts of an event take place while it does, so nothing else needs to be looked at. */
async function periodWith(
  rows: SnapshotRows,
  { eventId, tourId, from, to }: ConflictFilter,
): Promise<{ period: Period; isKnown: boolean }> {
  if (tourId !== undefined && !isId(tourId)) return { period: {}, isKnown: false };
  if (eventId === undefined) return { period: { from, to }, isKnown: true };
  const [span] = isId(eventId) ? await rows(SPAN_OF_EVENT, eventId) : [];
  if (span === undefined) return { period: {}, isKnown: false };
  const [start, end] = [span.startsAt, span.endsAt].map((time) => (time === null ? null : Date.parse(time)));
  return {
    period: {
      from: start == null ? from : new Date(Math.max(start, from?.getTime() ?? start)),
      to: end == null ? to : new Date(Math.min(end, to?.getTime() ?? end)),
    },
    isKnown: true,
  };
}

/** The events that do not lie within the days of their tours, in their own time zones. A day ends a millisecond after its last one. */
async function outsideTour(rows: SnapshotRows, bounds: readonly unknown[]): Promise<string[]> {
  const known = new Map<string, number>();
  const instantOf = (of: (date: string, timeZone: string) => Date, date: string, timeZone: string): number => {
    const key = `${of.name} ${date} ${timeZone}`;
    let instant = known.get(key);
    if (instant === undefined) known.set(key, (instant = of(date, timeZone).getTime()));
    return instant;
  };
  return (await rows(PERHAPS_OUTSIDE_TOUR, ...bounds))
    .filter(
      ({ startsAt, endsAt, timezone, startDate, endDate }) =>
        (startDate !== null && Date.parse(startsAt) < instantOf(startOfDay, startDate, timezone)) ||
        (endDate !== null && Date.parse(endsAt) > instantOf(endOfDay, endDate, timezone) + 1),
    )
    .map(({ id }) => id);
}

async function named(rows: SnapshotRows, conflicts: readonly ConflictRow[]): Promise<FoundConflict[]> {
  if (conflicts.length === 0) return [];
  const ids = (of: (conflict: ConflictRow) => readonly string[]) => [...new Set(conflicts.flatMap(of))];
  const events = await rows(
    EVENTS,
    ids(({ firstEventId, secondEventId }) => [firstEventId, secondEventId]),
  );
  const names = await rows(
    NAMES,
    ids(({ subjectId }) => [subjectId]),
  );
  const byId = new Map(events.map((event) => [event.id, event]));
  const subjectNames = new Map(names.map(({ type, id, name }) => [subjectKey(type, id), name]));
  return conflicts.map((conflict) => ({
    ...conflict,
    events: [...new Set([conflict.firstEventId, conflict.secondEventId])]
      .map((id) => valueAt(byId, id))
      .sort((a, b) => compare(a.startsAt ?? '', b.startsAt ?? '') || compare(a.id, b.id)),
    subjectName: subjectNames.get(subjectKey(conflict.subjectType, conflict.subjectId)) ?? null,
  }));
}

const subjectKey = (type: ConflictSubjectType, id: string) => `${type} ${id}`;
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
