import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { toWalkedPage, type Page } from '../../../kernel/page';
import { Conflict, found, forField, NotFound, requireFound, requireValid } from '../../../kernel/problems';
import { Steps } from '../../../kernel/steps';
import { requireMatch, requireSameVersion } from '../../../platform/http/etag';
import { Recorder } from '../../../platform/recorders/recorder';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { UserPhones } from '../../people/users';
import { EventsService } from '../events';
import { VehicleAssignmentsService } from '../vehicle-assignments';
import { TRIP_RECORD } from './trip.record';
import { requirePlaces } from './trip-room';
import { TripRoomRepository } from './trip-room.repository';
import { TripPassengersRepository } from './trip-passengers.repository';
import type { Stop } from './trip.entity';
import {
  timesProblem,
  type CreateTrip,
  type StopChange,
  type TripsOfEventQuery,
  type TripsQuery,
  type TripView,
  type UpdateTrip,
} from './trips.dto';
import { TripsRepository } from './trips.repository';

/** What may still be changed of a trip that has departed. */
const CHANGEABLE_AFTER_DEPARTURE: readonly string[] = ['notes', 'arrivesAt'];

/**
 * The rides of the vehicles of events. Whatever changes how many places a trip needs locks the trip, so that those are counted
 * exactly. Locks are taken in one order everywhere: events, assignments, guests of events, trips (by id), vehicles.
 */
@Injectable()
export class TripsService {
  /** What else ends when the time of a trip changes, given the id of its event; in the change's unit of work. */
  readonly rescheduling = new Steps<string>();

  constructor(
    private readonly trips: TripsRepository,
    private readonly passengers: TripPassengersRepository,
    private readonly rooms: TripRoomRepository,
    private readonly events: EventsService,
    private readonly assignments: VehicleAssignmentsService,
    private readonly phones: UserPhones,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** By default by departure. @throws NotFound for an unknown event */
  async listOfEvent(eventId: string, query: TripsOfEventQuery): Promise<Page<TripView>> {
    const page = await this.page({ ...query, eventId }, query);
    if (page.total === 0) await this.events.requireExistence(eventId);
    return page;
  }

  /** By default by departure. @throws ValidationFailed when the period ends before it starts */
  async list(query: TripsQuery): Promise<Page<TripView>> {
    const { from: _from, to: _to, ...filter } = query;
    return this.page({ ...filter, ...(await this.events.periodOf(query)) }, query);
  }

  /** @throws NotFound when the organization in scope has no such trip */
  async get(id: string): Promise<TripView> {
    const [trip] = await this.withPhones([found(await this.trips.find(id))]);
    return found(trip ?? null);
  }

  /**
   * @throws NotFound for an unknown event, and naming the field for an assignment or a driver of none or another event
   * @throws Conflict `over_capacity` when more people sit in the vehicle than it has seats by now
   */
  create(eventId: string, input: CreateTrip): Promise<TripView> {
    return this.unitOfWork.run(async () => {
      await this.events.lockForGuestChanges(eventId);
      const assignment = await forField('vehicleAssignmentId', this.assignments.lock(input.vehicleAssignmentId));
      if (assignment.eventId !== eventId) throw new NotFound('vehicleAssignmentId');
      await this.requireDriver(eventId, input.driverTeamMemberId ?? null);
      const id = newId();
      const now = this.clock.now();
      await this.trips.insert({
        id,
        eventId,
        vehicleAssignmentId: assignment.id,
        vehicleId: assignment.vehicleId,
        direction: input.direction ?? 'outbound',
        status: 'planned',
        departsAt: input.departsAt,
        arrivesAt: input.arrivesAt ?? null,
        departedAt: null,
        arrivedAt: null,
        driverTeamMemberId: input.driverTeamMemberId ?? null,
        stops: stopsOf(input.stops ?? [], []),
        capacity: null,
        notes: input.notes ?? null,
        createdAt: now,
        updatedAt: now,
      });
      await this.requireRoom(id);
      const trip = await this.get(id);
      this.recorder.created(TRIP_RECORD, trip);
      return trip;
    });
  }

  /**
   * @throws NotFound (a driver or a stop that is not there too), PreconditionFailed (If-Match)
   * @throws Conflict `trip_departed`; `over_capacity` when a cancelled trip is planned again
   * @throws ValidationFailed when it would arrive before it departs
   */
  update(id: string, { stops, status, ...changes }: UpdateTrip): Promise<TripView> {
    return this.unitOfWork.run(async () => {
      const before = await this.lock(id);
      requireSameVersion(TRIP_RECORD, before);
      const columns = {
        ...changes,
        ...(stops !== undefined && { stops: stopsOf(stops, before.stops) }),
        // Whether a trip is being boarded follows from its passengers.
        ...(status !== undefined && !(status === 'planned' && before.status === 'boarding') && { status }),
      };
      const changed = Object.keys(TRIP_RECORD.changesBetween(before, { ...before, ...columns }));
      if (before.departedAt !== null && changed.some((field) => !CHANGEABLE_AFTER_DEPARTURE.includes(field)))
        throw tripDeparted();
      requireValid([timesProblem({ ...before, ...changes })]);
      if (changed.length === 0) return before;
      if (changed.includes('driverTeamMemberId')) {
        await this.requireDriver(before.eventId, changes.driverTeamMemberId ?? null);
      }
      await this.trips.update(id, { ...columns, updatedAt: this.clock.now() });
      if (columns.stops !== undefined) await this.trips.forgetOtherStops(id, columns.stops);
      if (before.status === 'cancelled' && columns.status === 'planned') {
        await this.passengers.beginAgain(id);
        await this.requireRoom(id);
      }
      const after = await this.get(id);
      this.recorder.updated(TRIP_RECORD, before, after);
      if (before.departsAt !== after.departsAt || before.arrivesAt !== after.arrivesAt)
        await this.rescheduling.take(before.eventId);
      return after;
    });
  }

  /** @throws NotFound, PreconditionFailed (If-Match), Conflict `trip_departed` */
  delete(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const trip = await this.lock(id);
      requireMatch(TRIP_RECORD, trip);
      if (trip.departedAt !== null) throw tripDeparted();
      await this.trips.delete(id);
      this.recorder.deleted(TRIP_RECORD, trip);
    });
  }

  /** A trip, locked until the unit of work ends. @throws NotFound */
  async lock(id: string): Promise<TripView> {
    requireFound(await this.trips.lock(id));
    return this.get(id);
  }

  /** All trips of an event, in the order of their ids. */
  async ofEvent(eventId: string): Promise<TripView[]> {
    return this.withPhones(await this.trips.ofEvent(eventId));
  }

  /** These trips, in the order of their ids. */
  async ofIds(ids: readonly string[]): Promise<TripView[]> {
    return this.withPhones(await this.trips.ofIds(ids));
  }

  private async page(
    filter: Parameters<TripsRepository['list']>[0],
    query: TripsOfEventQuery | TripsQuery,
  ): Promise<Page<TripView>> {
    const order = { by: query.sortBy ?? 'departsAt', direction: query.sortDir ?? 'asc' } as const;
    const { rows, ...walk } = await this.trips.list(filter, order, query);
    return toWalkedPage(await this.withPhones(rows), walk, query);
  }

  /** Of drivers who are users: that of their own profile. */
  private async withPhones(trips: readonly TripView[]): Promise<TripView[]> {
    const phones = await this.phones.of(trips.flatMap(({ driver }) => driver?.userId ?? []));
    return trips.map((trip) => {
      const { driver } = trip;
      if (driver === null || driver.userId === null) return trip;
      return { ...trip, driver: { ...driver, phone: phones.get(driver.userId) ?? null } };
    });
  }

  private async requireDriver(eventId: string, teamMemberId: string | null): Promise<void> {
    if (teamMemberId === null || (await this.trips.hasDriver(eventId, teamMemberId))) return;
    throw new NotFound('driverTeamMemberId');
  }

  private async requireRoom(id: string): Promise<void> {
    const { capacity, load } = await this.rooms.roomOf(id);
    requirePlaces(capacity, 0, load);
  }
}

export function tripDeparted(): Conflict {
  return new Conflict('trip_departed', 'The trip has departed.');
}

/**
 * Stops as they are stored.
 *
 * @param known those that the trip has
 * @throws NotFound naming ids that are none of those
 */
function stopsOf(stops: readonly StopChange[], known: readonly Stop[]): Stop[] {
  const ids = new Set(known.map(({ id }) => id));
  const taken = new Set<string>();
  const missing = stops.flatMap(({ id }, index) => {
    if (id === undefined) return [];
    const isKnown = ids.has(id) && !taken.has(id);
    taken.add(id);
    return isKnown ? [] : [`stops.${index}.id`];
  });
  if (missing.length > 0) throw new NotFound(...missing);
  return stops.map(({ id = newId(), name, address = null, departsAt }) => ({
    id,
    name,
    address,
    departsAt: departsAt?.toISOString() ?? null,
  }));
}
