import { Module } from '@nestjs/common';
import { VehicleUseRegistry } from './vehicle-use.service';
import { VehiclesController } from './vehicles.controller';
import { VehiclesRepository } from './vehicles.repository';
import { VehiclesService } from './vehicles.service';

@Module({
  controllers: [VehiclesController],
  providers: [VehiclesService, VehiclesRepository, VehicleUseRegistry],
  exports: [VehiclesService, VehicleUseRegistry],
})
export class VehiclesModule {}
