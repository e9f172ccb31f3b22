import { Injectable } from '@nestjs/common';
import { toWalkedPage, type Page } from '../../../kernel/page';
import { found, requireFound } from '../../../kernel/problems';
import { UserPhones } from '../../people/users';
import { EventsService } from '../events';
import type { TripsOfEventQuery, TripsQuery, TripView } from './trips.dto';
import { TripsRepository } from './trips.repository';

/**
 * The rides of the vehicles of events. Whatever changes how many places a trip needs locks the trip, so that those are counted
 * exactly. Locks are taken in one order everywhere: events, assignments, guests of events, trips (by id), vehicles.
 */
@Injectable()
export class TripsService {
  constructor(
    private readonly trips: TripsRepository,
    private readonly events: EventsService,
    private readonly phones: UserPhones,
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
}
