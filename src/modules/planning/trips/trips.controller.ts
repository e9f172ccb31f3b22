import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { IdParam } from '../../../platform/fields/id.param';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { TripChanges } from './trip-changes.service';
import { TripCreation } from './trip-creation.service';
import { EndBoarding } from './trip-departures.dto';
import { TripDepartures } from './trip-departures.service';
import { CreateTrip, TripsOfEventQuery, TripsQuery, TripView, UpdateTrip } from './trips.dto';
import { TripsService } from './trips.service';

const DEPARTED = '`trip_departed`: the trip has departed';
const ENDING = {
  409:
    '`trip_over`: the trip is cancelled. `passengers_unaccounted`: somebody is still expected; `params.missing` says how ' +
    'many people.',
};

@Controller('api')
@ScopedTo('vehicles')
@Section('Rides of the vehicles of events: when they depart, where they stop, who drives.')
export class TripsController {
  constructor(
    private readonly trips: TripsService,
    private readonly creation: TripCreation,
    private readonly changes: TripChanges,
    private readonly departures: TripDepartures,
  ) {}

  @Get('events/:id/trips')
  @Access('any')
  @Operation({ operationId: 'listEventTrips', summary: "List an event's trips", response: { page: TripView } })
  listOfEvent(@IdParam() eventId: string, @Query() query: TripsOfEventQuery): Promise<Page<TripView>> {
    return this.trips.listOfEvent(eventId, query);
  }

  @Post('events/:id/trips')
  @Access('any')
  @Operation({
    operationId: 'createTrip',
    summary: 'Plan a trip',
    description: 'Everybody who sits in the vehicle rides on it, unless they are taken off.',
    exampleWithout: ['driverTeamMemberId'],
    response: { record: TripView },
    status: 201,
    errors: { 409: '`over_capacity`: more people sit in the vehicle than it has seats by now.' },
  })
  create(@IdParam() eventId: string, @Body() input: CreateTrip): Promise<TripView> {
    return this.creation.create(eventId, input);
  }

  @Get('trips')
  @Access('any')
  @Operation({ operationId: 'listTrips', summary: 'List trips', response: { page: TripView } })
  list(@Query() query: TripsQuery): Promise<Page<TripView>> {
    return this.trips.list(query);
  }

  @Get('trips/:id')
  @Access('any')
  @Operation({ operationId: 'getTrip', summary: 'Read a trip', response: { record: TripView } })
  get(@IdParam() id: string): Promise<TripView> {
    return this.trips.get(id);
  }

  @Patch('trips/:id')
  @Access('any')
  @Operation({
    operationId: 'updateTrip',
    summary: 'Change a trip',
    description:
      'A stop that is sent with its `id` stays the same stop, and keeps its passengers. A cancelled trip that is planned ' +
      'again follows the seats as they are by then.',
    exampleWithout: ['driverTeamMemberId', 'stops'],
    response: { record: TripView },
    errors: {
      409: `${DEPARTED}: only \`notes\` and \`arrivesAt\` can be changed. \`over_capacity\`: a cancelled trip has too few places for today's seats.`,
    },
  })
  update(@IdParam() id: string, @Body() changes: UpdateTrip): Promise<TripView> {
    return this.changes.update(id, changes);
  }

  @Delete('trips/:id')
  @Access('any')
  @Operation({
    operationId: 'deleteTrip',
    summary: 'Delete a trip',
    response: { nothing: true },
    errors: { 409: `${DEPARTED}.` },
  })
  delete(@IdParam() id: string): Promise<void> {
    return this.changes.delete(id);
  }

  @Post('trips/:id/depart')
  @Access('any')
  @Operation({
    operationId: 'departTrip',
    summary: 'Let a trip depart',
    description:
      'From then on its people, its vehicle and its capacity stay as they were. Repeating it changes nothing.',
    response: { record: TripView },
    errors: ENDING,
  })
  depart(@IdParam() id: string, @Body() how: EndBoarding): Promise<TripView> {
    return this.departures.depart(id, how);
  }

  @Post('trips/:id/arrive')
  @Access('any')
  @Operation({
    operationId: 'arriveTrip',
    summary: 'Let a trip arrive',
    description: 'Whoever is on board gets off. If it has not departed, it does so now. Repeating it changes nothing.',
    response: { record: TripView },
    errors: ENDING,
  })
  arrive(@IdParam() id: string, @Body() how: EndBoarding): Promise<TripView> {
    return this.departures.arrive(id, how);
  }
}
