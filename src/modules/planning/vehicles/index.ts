export { type VehicleUse, VehicleUseRegistry } from './vehicle-use.service';
export type { VehicleView } from './vehicles.dto';
export { VEHICLE_RECORD } from './vehicle.record';
export { VehiclesModule } from './vehicles.module';
export { VehiclesService } from './vehicles.service';
