import { Body, Controller, Delete, Get, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Page } from '../../kernel/page';
import { Access } from '../../platform/access/access.decorator';
import { IdParam } from '../../platform/http/id.param';
import { Operation } from '../../platform/http/operation.decorator';
import { PageQuery } from '../../platform/http/page.query';
import { EventGuestView } from '../event-guests/seating.service';
import { ManifestView } from './manifest.dto';
import { ManifestService } from './manifest.service';
import {
  CreateVehicleAssignment,
  SeatByAssignment,
  SeatByVehicle,
  SeatGuest,
  UpdateVehicleAssignment,
  VehicleAssignmentView,
} from './vehicle-assignments.dto';
import { VehicleAssignmentsService } from './vehicle-assignments.service';

@Controller('api')
export class VehicleAssignmentsController {
  constructor(
    private readonly assignments: VehicleAssignmentsService,
    private readonly manifests: ManifestService,
  ) {}

  @Get('events/:id/vehicles')
  @Access('any')
  @Operation({ summary: "List an event's vehicles", answer: { page: VehicleAssignmentView } })
  listOfEvent(@IdParam() eventId: string, @Query() query: PageQuery): Promise<Page<VehicleAssignmentView>> {
    return this.assignments.listOfEvent(eventId, query);
  }

  @Post('events/:id/vehicles')
  @Access('any')
  @Operation({
    summary: 'Assign a vehicle to an event',
    description: 'A vehicle in maintenance can be assigned: it may be back by then. A retired one can not.',
    answer: { record: VehicleAssignmentView },
    status: 201,
    refuses: {
      409: '`vehicle_already_assigned`: the event has the vehicle already. `vehicle_retired`: the vehicle is out of service.',
    },
  })
  create(@IdParam() eventId: string, @Body() input: CreateVehicleAssignment): Promise<VehicleAssignmentView> {
    return this.assignments.create(eventId, input);
  }

  @Get('vehicle-assignments/:id')
  @Access('any')
  @Operation({ summary: 'Read an assignment', answer: { record: VehicleAssignmentView } })
  get(@IdParam() id: string): Promise<VehicleAssignmentView> {
    return this.assignments.get(id);
  }

  @Patch('vehicle-assignments/:id')
  @Access('any')
  @Operation({
    summary: 'Change an assignment',
    description: 'With another vehicle, the guests move over to it.',
    answer: { record: VehicleAssignmentView },
    refuses: {
      409:
        '`over_capacity`: guests have more seats than there would be. `vehicle_already_assigned`: the event has the other ' +
        'vehicle already. `vehicle_retired`: the other vehicle is out of service.',
    },
  })
  update(@IdParam() id: string, @Body() changes: UpdateVehicleAssignment): Promise<VehicleAssignmentView> {
    return this.assignments.update(id, changes);
  }

  @Delete('vehicle-assignments/:id')
  @Access('any')
  @Operation({
    summary: 'Take a vehicle off an event',
    description: 'Its guests have no seat any more.',
    answer: { nothing: true },
  })
  delete(@IdParam() id: string): Promise<void> {
    return this.assignments.delete(id);
  }

  @Post('events/:eventId/guests/:eventGuestId/vehicle')
  @Access('any')
  @ApiExtraModels(SeatByAssignment, SeatByVehicle)
  @ApiBody({ schema: { anyOf: [SeatByAssignment, SeatByVehicle].map((way) => ({ $ref: getSchemaPath(way) })) } })
  @Operation({
    summary: 'Give a guest seats in a vehicle',
    description: 'For the guest and each of their plus-ones, in the place of those they had. Takes them off with null.',
    answer: { record: EventGuestView },
    refuses: {
      409: '`over_capacity`: the vehicle has not enough free seats. `guest_declined`: the guest does not come.',
    },
  })
  seat(
    @IdParam('eventId') eventId: string,
    @IdParam('eventGuestId') eventGuestId: string,
    @Body() input: SeatGuest,
  ): Promise<EventGuestView> {
    return this.assignments.seat(eventId, eventGuestId, input);
  }

  @Get('events/:id/manifest')
  @Access('any')
  @Operation({
    summary: "Read an event's manifest",
    description:
      'Who sits in which vehicle, and who has no seat; guests who declined are left out. With `Accept: text/csv` a line for ' +
      'each guest; there, what a spreadsheet would take for a formula begins with an apostrophe.',
    answer: {
      body: ManifestView,
      text: 'text/csv',
      textExample:
        'vehicle,plateNumber,driver,driverPhone,guest,phone,plusOnes,rsvp,dietary,checkedInAt,notes\r\n' +
        "Coach 1,W-12345T,Karl Berger,'+436601234567,Ada Lovelace,,1,accepted,Vegetarian,,\r\n",
    },
  })
  async manifest(
    @IdParam() eventId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ManifestView | string> {
    response.vary('Accept');
    // Whoever accepts neither, or does not say, gets JSON: an answer of another kind is better than none (RFC 9110, 12.4.1).
    if (request.accepts('application/json', 'text/csv') !== 'text/csv') return this.manifests.manifest(eventId);
    const csv = await this.manifests.csv(eventId);
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', 'attachment; filename="manifest.csv"');
    return csv;
  }
}
