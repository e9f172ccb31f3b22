import { lifecycleOf, RecordKind } from '../../../platform/records/record-kind';
import { Vehicle } from './vehicle.entity';
import { VehicleView } from './vehicles.dto';

export const VEHICLE_RECORD = new RecordKind<VehicleView>({
  type: 'vehicle',
  view: VehicleView,
  resource: 'vehicles',
  named: { entity: Vehicle, property: 'name' },
  changes: lifecycleOf('A vehicle'),
});
