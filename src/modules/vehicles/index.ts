export { type VehicleUse, VehicleUseRegistry } from './vehicle-use.service';
export { VehiclesModule } from './vehicles.module';
export { VehiclesService } from './vehicles.service';
