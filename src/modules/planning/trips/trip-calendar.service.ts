import { Injectable } from '@nestjs/common';
import type { TripDirection } from '../../../kernel/trip-directions';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { TRIPS } from './trip-statements';
import type { Stop, TripStatus } from './trip.entity';

const COLUMNS = `t.id, t.event_id AS "eventId", e.name AS "eventName", e.timezone, v.name AS "vehicleName", t.direction, t.status,
  t.departs_at AS "departsAt", t.arrives_at AS "arrivesAt", t.stops, t.created_at AS "createdAt", t.updated_at AS "updatedAt"`;
const FROM = `${TRIPS} JOIN events e ON e.organization_id = t.organization_id AND e.id = t.event_id`;

const OF_EVENT = new ScopedStatement<CalendarTrip>(
  `SELECT ${COLUMNS} FROM ${FROM} WHERE t.organization_id = $1 AND t.event_id = $2 ORDER BY t.departs_at, t.id`,
);
/** Those that depart last, if there are more. */
const DRIVEN_BY = new ScopedStatement<CalendarTrip>(
  `SELECT ${COLUMNS} FROM ${FROM}
   WHERE t.organization_id = $1 AND t.driver_team_member_id IN (
     SELECT m.id FROM team_members m WHERE m.organization_id = $1 AND m.user_id = $2)
   ORDER BY t.departs_at DESC, t.id DESC LIMIT $3`,
);

/** A trip as calendars show it: without anybody who is on it. */
export interface CalendarTrip {
  readonly id: string;
  readonly eventId: string;
  readonly eventName: string;
  /** The event's. */
  readonly timezone: string;
  readonly vehicleName: string;
  readonly direction: TripDirection;
  readonly status: TripStatus;
  readonly departsAt: string;
  readonly arrivesAt: string | null;
  readonly stops: readonly Stop[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The trips that calendars show. */
@Injectable()
export class TripCalendars {
  constructor(private readonly database: TenantDatabase) {}

  /** By their departure. */
  ofEvent(eventId: string): Promise<CalendarTrip[]> {
    return this.database.rows(OF_EVENT, eventId);
  }

  /** The trips that a user drives, by their departure; the last `limit` of them if there are more. */
  async drivenBy(userId: string, limit: number): Promise<CalendarTrip[]> {
    return (await this.database.rows(DRIVEN_BY, userId, limit)).reverse();
  }
}
