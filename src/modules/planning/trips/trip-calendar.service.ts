import { Injectable } from '@nestjs/common';
import type { TripDirection } from '../../../kernel/trip-directions';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { columnsOf, select } from '../../../platform/database/table';
import { Event } from '../events/event.entity';
import { TeamMember } from '../team-members/team-member.entity';
import { Vehicle } from '../vehicles/vehicle.entity';
import { TRIPS } from './trip-statements';
import { Trip, type Stop, type TripStatus } from './trip.entity';

const EVENT = columnsOf(Event, 'e');
const VEHICLE = columnsOf(Vehicle, 'v');
const TRIP = columnsOf(Trip, 't');
const TEAM_MEMBER = columnsOf(TeamMember, 'm');

const TIMES = select(
  Trip,
  't',
  'direction',
  'status',
  'departsAt',
  'arrivesAt',
  'stops',
  'createdAt',
  'updatedAt',
).columns;
const COLUMNS = `${select(Trip, 't', 'id', 'eventId').columns}, ${EVENT.name} AS "eventName", ${EVENT.timezone},
  ${VEHICLE.name} AS "vehicleName", ${TIMES}`;
const FROM = `${TRIPS} JOIN events e ON ${EVENT.organizationId} = ${TRIP.organizationId}
  AND ${EVENT.id} = ${TRIP.eventId}`;

const OF_EVENT = new ScopedStatement<CalendarTrip>(
  `SELECT ${COLUMNS} FROM ${FROM} WHERE ${TRIP.organizationId} = $1 AND ${TRIP.eventId} = $2
   ORDER BY ${TRIP.departsAt}, ${TRIP.id}`,
);
/** Those that depart last, if there are more. */
const DRIVEN_BY = new ScopedStatement<CalendarTrip>(
  `SELECT ${COLUMNS} FROM ${FROM}
   WHERE ${TRIP.organizationId} = $1 AND ${TRIP.driverTeamMemberId} IN (
     SELECT ${TEAM_MEMBER.id} FROM team_members m WHERE ${TEAM_MEMBER.organizationId} = $1
       AND ${TEAM_MEMBER.userId} = $2)
   ORDER BY ${TRIP.departsAt} DESC, ${TRIP.id} DESC LIMIT $3`,
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
