import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../kernel/page';
import { onlyRow } from '../../../platform/database/only-row';
import type { ListFilter, ListShape } from '../../../platform/tenancy/list-statements';
import type { ListRows } from '../../../platform/tenancy/list-walk';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { select, columnsOf, tableOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { DueGuestView, PrivacyReport } from './privacy.dto';
import { RetentionRun } from './retention-run.entity';
import { Event } from '../../planning/events/event.entity';
import { EventGuest } from '../../planning/event-guests/event-guest.entity';
import { Guest } from '../../planning/guests/guest.entity';
import { Erasure } from '../../../platform/erasure/erasure.entity';

const GUEST = columnsOf(Guest, 'g');
const EVENT = columnsOf(Event, 'e');
const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const ERASURE = columnsOf(Erasure, 'e');

/**
 * When an event `e` was over, as `EventsService.isOver` decides: null while it is not. One with times is over by its
 * times, also when it was completed or cancelled before.
 */
const OVER_AT = `coalesce(${EVENT.endsAt}, ${EVENT.startsAt} + interval '1 day',
  CASE WHEN ${EVENT.status} IN ('completed', 'cancelled') THEN ${EVENT.updatedAt} END)`;

const PLACES = `event_guests eg
    JOIN events e ON ${EVENT.organizationId} = ${EVENT_GUEST.organizationId} AND ${EVENT.id} = ${EVENT_GUEST.eventId}`;

/**
 * Whether a guest `g` is due: none of their events was over at the moment or later, or is not over yet, and the guest
 * is on one or was created before. What is looked for are the few events that keep guests; `ends_at` is written out
 * because an index has it.
 *
 * @param keptFrom the parameter with the moment
 */
const isDue = (keptFrom: string) => `NOT EXISTS (
    SELECT FROM ${PLACES}
    WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.guestId} = ${GUEST.id}
      AND (${EVENT.endsAt} >= ${keptFrom}::timestamptz
        OR ${EVENT.endsAt} IS NULL AND (${OVER_AT} < ${keptFrom}::timestamptz) IS NOT TRUE)
  ) AND (${GUEST.createdAt} < ${keptFrom}::timestamptz OR EXISTS (
    SELECT FROM event_guests eg WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.guestId} = ${GUEST.id}
  ))`;

/** The same for a list, which has a parameter for each use of a value. */
const IS_DUE_FILTER = isDue('?');
const USES = [...IS_DUE_FILTER.matchAll(/\?/g)];

/** When the last event of a guest `g` who is due was over; null without one. */
const LAST_EVENT_AT = `(SELECT max(${OVER_AT}) FROM ${PLACES}
  WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.guestId} = ${GUEST.id})`;
const COUNTED_FROM = `coalesce(${LAST_EVENT_AT}, ${GUEST.createdAt})`;

const LIST: ListShape<DueGuestView> = {
  columns: `${GUEST.id}, ${GUEST.name}, ${LAST_EVENT_AT} AS "lastEventAt",
    ${select(Guest, 'g', 'createdAt', 'updatedAt').columns}`,
  from: 'guests g',
  organization: GUEST.organizationId,
  id: GUEST.id,
  sorts: { countedFrom: COUNTED_FROM },
  always: `${GUEST.erasedAt} IS NULL`,
};

const DUE = new ScopedStatement<Pick<PrivacyReport, 'due' | 'oldest'>>(
  `SELECT count(*)::int AS due, min(${COUNTED_FROM}) AS oldest
   FROM guests g WHERE ${GUEST.organizationId} = $1 AND ${GUEST.erasedAt} IS NULL AND ${isDue('$2')}`,
);
const { fields: run } = tableOf(RetentionRun);
const ERASED = new ScopedStatement<Pick<PrivacyReport, 'erasedTotal' | 'lastRunAt'>>(
  `SELECT (SELECT count(*)::int FROM erasures e WHERE ${ERASURE.organizationId} = $1) AS "erasedTotal",
     (SELECT r.${run.lastRunAt} FROM retention_runs r WHERE r.${run.organizationId} = $1) AS "lastRunAt"`,
);

const NEXT = new ScopedStatement<{ id: string }>(
  `SELECT ${GUEST.id} FROM guests g
   WHERE ${GUEST.organizationId} = $1 AND ${GUEST.erasedAt} IS NULL AND ${GUEST.id} > $3 AND ${isDue('$2')}
   ORDER BY ${GUEST.id} LIMIT $4`,
);
/** As whoever erases a guest locks them: nobody puts them on an event meanwhile. */
const LOCK = new ScopedStatement(
  `SELECT FROM guests g WHERE ${GUEST.organizationId} = $1 AND ${GUEST.id} = $2 FOR UPDATE`,
);
const IS_DUE = new ScopedStatement<{ id: string }>(
  `SELECT ${GUEST.id} FROM guests g
   WHERE ${GUEST.organizationId} = $1 AND ${GUEST.id} = $3 AND ${GUEST.erasedAt} IS NULL AND ${isDue('$2')}`,
);
const FINISH_RUN = new ScopedStatement(
  `INSERT INTO retention_runs (${run.organizationId}, ${run.lastRunAt}) VALUES ($1, $2)
   ON CONFLICT (${run.organizationId}) DO UPDATE SET ${run.lastRunAt} = excluded.${run.lastRunAt}`,
);

/** All queries of the guests whom the retention of the organization in scope erases. */
@Injectable()
export class DueGuestsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The guests who are due, those first whose days are counted from the earliest moment. */
  list(keptFrom: Date, page: PageRequest): Promise<ListRows<DueGuestView>> {
    const filter: ListFilter = { sql: IS_DUE_FILTER, values: USES.map(() => keptFrom), scans: true };
    return this.database.list(LIST, [filter], { by: 'countedFrom', direction: 'asc' }, page);
  }

  /** The figures of the report, from one snapshot. @param keptFrom null when nobody is ever due */
  report(keptFrom: Date | null): Promise<Omit<PrivacyReport, 'nextRunAt'>> {
    return this.database.longRead(async (rows) => {
      const erased = onlyRow({ rows: await rows(ERASED) });
      const due = keptFrom === null ? { due: 0, oldest: null } : onlyRow({ rows: await rows(DUE, keptFrom) });
      return { ...erased, ...due };
    });
  }

  /** The ids of the next guests who are due. @param after the last id of those before */
  next(keptFrom: Date, after: string, limit: number): Promise<string[]> {
    return this.database.longRead(async (rows) => (await rows(NEXT, keptFrom, after, limit)).map(({ id }) => id));
  }

  /** Locks a guest until the unit of work ends. */
  async lock(id: string): Promise<void> {
    await this.unitOfWork.write(LOCK, id);
  }

  /** Whether a guest is due; of one who is locked nothing changes that any more but the times of their events. */
  async isDue(id: string, keptFrom: Date): Promise<boolean> {
    return (await this.database.row(IS_DUE, keptFrom, id)) !== null;
  }

  /** Notes that all guests who were due have been erased. */
  async finishRun(at: Date): Promise<void> {
    await this.unitOfWork.run(() => this.unitOfWork.write(FINISH_RUN, at));
  }
}
