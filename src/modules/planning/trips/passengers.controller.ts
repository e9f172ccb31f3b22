import { Body, Controller, Delete, Get, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Page } from '../../../kernel/page';
import { IdParam } from '../../../platform/fields/id.param';
import { prefers } from '../../../platform/http/preference';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { AddPassenger, PassengersQuery, PassengerView, UpdatePassenger } from './passengers.dto';
import { PassengersService } from './passengers.service';
import { TripManifestView } from './trip-manifest.dto';
import { TripManifests } from './trip-manifest.service';

const OVER = '`trip_over`: the trip has arrived, or is cancelled.';

@Controller('api/trips')
@ScopedTo('vehicles')
@Section('Who is expected on a trip, and who is on board.')
export class PassengersController {
  constructor(
    private readonly passengers: PassengersService,
    private readonly manifests: TripManifests,
  ) {}

  @Get(':id/passengers')
  @Access('any')
  @Operation({
    operationId: 'listPassengers',
    summary: "List a trip's passengers",
    description: 'By stop, then by name; those without a stop come last.',
    response: { page: PassengerView },
  })
  list(@IdParam() tripId: string, @Query() query: PassengersQuery): Promise<Page<PassengerView>> {
    return this.passengers.list(tripId, query);
  }

  @Post(':id/passengers')
  @Access('any')
  @Operation({
    operationId: 'addPassenger',
    summary: 'Add a passenger to a trip',
    description: 'A guest of the event who sits in another vehicle or in none rides on this trip.',
    exampleWithout: ['stopId'],
    response: { body: PassengerView },
    status: 201,
    errors: {
      409:
        `${OVER} \`already_on_trip\`: the guest is on it. \`guest_declined\`: the guest is not coming. ` +
        '`guest_erased`: the guest was erased. `over_capacity`: the trip has too few free places.',
    },
  })
  add(@IdParam() tripId: string, @Body() input: AddPassenger): Promise<PassengerView> {
    return this.passengers.add(tripId, input);
  }

  @Patch(':tripId/passengers/:eventGuestId')
  @Access('any')
  @ApiHeader({ name: 'If-Match', required: false, description: 'Only if the passenger still has this ETag.' })
  @Operation({
    operationId: 'updatePassenger',
    summary: 'Say that a passenger boarded, was not there or got off',
    description:
      'The first to board makes the trip `boarding`; when nobody is on board any more it is `planned` again.',
    exampleWithout: ['stopId'],
    response: { body: PassengerView },
    errors: {
      409: `${OVER} \`over_capacity\`: they need a place on it again, and too few are free.`,
      412: '`precondition_failed`: the passenger is no longer the version that If-Match names.',
    },
  })
  update(
    @IdParam('tripId') tripId: string,
    @IdParam('eventGuestId') eventGuestId: string,
    @Body() changes: UpdatePassenger,
  ): Promise<PassengerView> {
    return this.passengers.update(tripId, eventGuestId, changes);
  }

  @Delete(':tripId/passengers/:eventGuestId')
  @Access('any')
  @Operation({
    operationId: 'removePassenger',
    summary: 'Take a passenger off a trip',
    description: 'Off this trip alone: a seat in the vehicle stays.',
    response: { nothing: true },
    errors: { 409: OVER },
  })
  remove(@IdParam('tripId') tripId: string, @IdParam('eventGuestId') eventGuestId: string): Promise<void> {
    return this.passengers.remove(tripId, eventGuestId);
  }

  @Get(':id/manifest')
  @Access('any')
  @Operation({
    operationId: 'getTripManifest',
    summary: "Read a trip's manifest",
    description:
      'Who gets on where. With `Accept: text/csv` there is a line for each guest; in it, what a spreadsheet would take ' +
      'for a formula begins with an apostrophe.',
    response: {
      body: TripManifestView,
      text: 'text/csv',
      textExample:
        'stop,stopDepartsAt,guest,people,status,boardedAt,alightedAt,added\r\n' +
        'Central station,2027-05-14T12:45:00.000Z,Ada Lovelace,2,expected,,,false\r\n',
    },
  })
  async manifest(
    @IdParam() tripId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TripManifestView | string> {
    if (!prefers([request, response], 'text/csv')) return this.manifests.manifest(tripId);
    const csv = await this.manifests.csv(tripId);
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', 'attachment; filename="trip.csv"');
    return csv;
  }
}
