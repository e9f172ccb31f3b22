import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { CreateVehicle, UpdateVehicle, VehiclesQuery, VehicleView } from './vehicles.dto';
import { VehiclesService } from './vehicles.service';

@Controller('api/vehicles')
@ScopedTo('vehicles')
@Section('Vehicles that can be assigned to events.')
export class VehiclesController {
  constructor(private readonly vehicles: VehiclesService) {}

  @Get()
  @Access('any')
  @Operation({ operationId: 'listVehicles', summary: 'List vehicles', response: { page: VehicleView } })
  list(@Query() query: VehiclesQuery): Promise<Page<VehicleView>> {
    return this.vehicles.list(query);
  }

  @Post()
  @Access('any')
  @Operation({
    operationId: 'createVehicle',
    summary: 'Create a vehicle',
    response: { record: VehicleView },
    status: 201,
  })
  create(@Body() input: CreateVehicle): Promise<VehicleView> {
    return this.vehicles.create(input);
  }

  @Get(':id')
  @Access('any')
  @Operation({ operationId: 'getVehicle', summary: 'Read a vehicle', response: { record: VehicleView } })
  get(@IdParam() id: string): Promise<VehicleView> {
    return this.vehicles.get(id);
  }

  @Patch(':id')
  @Access('any')
  @Operation({
    operationId: 'updateVehicle',
    summary: 'Change a vehicle',
    response: { record: VehicleView },
    errors: {
      409: '`over_capacity`: guests of an event that is not over have more seats than the vehicle would have.',
    },
  })
  update(@IdParam() id: string, @Body() changes: UpdateVehicle): Promise<VehicleView> {
    return this.vehicles.update(id, changes);
  }

  @Delete(':id')
  @Access('any')
  @Operation({
    operationId: 'deleteVehicle',
    summary: 'Delete a vehicle',
    description:
      'Its assignments to events that are over or cancelled are deleted too. An event is over when it is completed, when ' +
      'its end has passed or, without an end, a day after its start; one without dates is not over.',
    response: { nothing: true },
    errors: {
      409:
        '`vehicle_in_use`: the vehicle is assigned to an event that is neither over nor cancelled, or its events changed ' +
        'while it was being deleted.',
    },
  })
  delete(@IdParam() id: string): Promise<void> {
    return this.vehicles.delete(id);
  }
}
