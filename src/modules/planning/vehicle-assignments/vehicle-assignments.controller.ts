import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { VehicleAssignmentRemoval } from './vehicle-assignment-removal';
import {
  AssignmentOfVehicleView,
  AssignmentsOfVehicleQuery,
  CreateVehicleAssignment,
  UpdateVehicleAssignment,
  VehicleAssignmentsQuery,
  VehicleAssignmentView,
} from './vehicle-assignments.dto';
import { VehicleAssignmentsService } from './vehicle-assignments.service';

@Controller('api')
@ScopedTo('vehicles')
@Section('Vehicles that are assigned to events, and how full they are.')
export class VehicleAssignmentsController {
  constructor(
    private readonly assignments: VehicleAssignmentsService,
    private readonly removal: VehicleAssignmentRemoval,
  ) {}

  @Get('events/:id/vehicles')
  @Access('any')
  @Operation({
    operationId: 'listVehicleAssignments',
    summary: "List an event's vehicles",
    response: { page: VehicleAssignmentView },
  })
  list(@IdParam() eventId: string, @Query() query: VehicleAssignmentsQuery): Promise<Page<VehicleAssignmentView>> {
    return this.assignments.listOfEvent(eventId, query);
  }

  @Post('events/:id/vehicles')
  @Access('any')
  @Operation({
    operationId: 'createVehicleAssignment',
    summary: 'Assign a vehicle to an event',
    description: 'A vehicle in maintenance can be assigned: it may be back by then. A retired one cannot.',
    response: { record: VehicleAssignmentView },
    status: 201,
    errors: {
      409: '`vehicle_already_assigned`: the event has the vehicle already. `vehicle_retired`: the vehicle is out of service.',
    },
  })
  create(@IdParam() eventId: string, @Body() input: CreateVehicleAssignment): Promise<VehicleAssignmentView> {
    return this.assignments.create(eventId, input);
  }

  @Get('vehicles/:id/assignments')
  @Access('any')
  @Operation({
    operationId: 'listAssignmentsOfVehicle',
    summary: "List a vehicle's assignments",
    description: 'Each with its event.',
    response: { page: AssignmentOfVehicleView, extraRowFields: ['event'] },
  })
  listOfVehicle(
    @IdParam() vehicleId: string,
    @Query() query: AssignmentsOfVehicleQuery,
  ): Promise<Page<AssignmentOfVehicleView>> {
    return this.assignments.listOfVehicle(vehicleId, query);
  }

  @Get('vehicle-assignments/:id')
  @Access('any')
  @Operation({
    operationId: 'getVehicleAssignment',
    summary: 'Read an assignment',
    response: { record: VehicleAssignmentView },
  })
  get(@IdParam() id: string): Promise<VehicleAssignmentView> {
    return this.assignments.get(id);
  }

  @Patch('vehicle-assignments/:id')
  @Access('any')
  @Operation({
    operationId: 'updateVehicleAssignment',
    summary: 'Change an assignment',
    description: 'With another vehicle, the guests move over to it.',
    response: { record: VehicleAssignmentView },
    errors: {
      409:
        '`over_capacity`: guests already have more seats than there would be. `vehicle_already_assigned`: the event has ' +
        'the other vehicle already. `vehicle_retired`: the other vehicle is out of service.',
    },
  })
  update(@IdParam() id: string, @Body() changes: UpdateVehicleAssignment): Promise<VehicleAssignmentView> {
    return this.assignments.update(id, changes);
  }

  @Delete('vehicle-assignments/:id')
  @Access('any')
  @Operation({
    operationId: 'deleteVehicleAssignment',
    summary: 'Take a vehicle off an event',
    description: 'Its guests have no seat any more.',
    response: { nothing: true },
  })
  delete(@IdParam() id: string): Promise<void> {
    return this.removal.delete(id);
  }
}
