export { type VehicleUse, VehicleUseRegistry } from './vehicle-use.service';
export type { VehicleView } from './vehicles.dto';
export { VehiclesModule } from './vehicles.module';
export { VehiclesService } from './vehicles.service';
