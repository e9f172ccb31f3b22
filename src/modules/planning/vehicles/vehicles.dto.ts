import { enumeration } from '../../../kernel/enumeration';
import {
  ExternalId,
  ExternalIdFilter,
  Id,
  Integer,
  OneOf,
  PatchOf,
  Phone,
  SomeOf,
  Text,
  Timestamp,
} from '../../../platform/fields/fields';
import { WalkedQuery } from '../../../platform/fields/page.query';
import { VEHICLE_STATUSES, type VehicleStatus } from './vehicle.entity';

const NAME = { max: 200, example: 'Coach 1' };
const TYPE = { max: 100, presence: 'nullable', example: 'coach' } as const;
const PLATE_NUMBER = { max: 20, presence: 'nullable', example: 'W-12345T' } as const;
const CAPACITY = {
  min: 1,
  max: 1000,
  description: "Seats for passengers, the driver's not counted.",
  example: 48,
} as const;
const DRIVER_NAME = { max: 200, presence: 'nullable', example: 'Karl Berger' } as const;
const DRIVER_PHONE = { presence: 'nullable', description: 'E.164.', example: '+436601234567' } as const;
const NOTES = { max: 5000, lines: true, presence: 'nullable', example: 'Has a lift for wheelchairs.' } as const;
const EXTERNAL_ID = ['vehicle', 'fleet-7'] as const;

export class CreateVehicle {
  @Text({ ...NAME, min: 1 }) name: string;
  @Text(TYPE) type?: string | null;
  @Text(PLATE_NUMBER) plateNumber?: string | null;
  @Integer(CAPACITY) capacity: number;
  @OneOf(VEHICLE_STATUSES, { presence: 'optional', default: 'active' }) status?: VehicleStatus;
  @Text(DRIVER_NAME) driverName?: string | null;
  @Phone(DRIVER_PHONE) driverPhone?: string | null;
  @Text(NOTES) notes?: string | null;
  @ExternalId(...EXTERNAL_ID) externalId?: string | null;
}

export class UpdateVehicle extends PatchOf(CreateVehicle) {}

const VEHICLE_SORTS = enumeration('VehicleSort', ['name', 'createdAt', 'capacity']);

export class VehiclesQuery extends WalkedQuery {
  @ExternalIdFilter('fleet-7') externalId?: string[];
  @Text({
    max: 200,
    presence: 'optional',
    description:
      "Words of the name, the plate number, the type, or the driver's name or number, or parts of them, in any order, ignoring case and accents; plate and phone numbers with blanks and dashes or without.",
    example: 'coach',
  })
  q?: string;
  @SomeOf(VEHICLE_STATUSES) status?: VehicleStatus[];
  @OneOf(VEHICLE_SORTS, { presence: 'optional', default: 'createdAt' })
  sortBy?: (typeof VEHICLE_SORTS)[number];
}

/** A vehicle as the API shows it. */
export class VehicleView {
  @Id() readonly id: string;
  @Text(NAME) readonly name: string;
  @Text(TYPE) readonly type: string | null;
  @Text(PLATE_NUMBER) readonly plateNumber: string | null;
  @Integer(CAPACITY) readonly capacity: number;
  @OneOf(VEHICLE_STATUSES) readonly status: VehicleStatus;
  @Text(DRIVER_NAME) readonly driverName: string | null;
  @Phone(DRIVER_PHONE) readonly driverPhone: string | null;
  @Text(NOTES) readonly notes: string | null;
  @ExternalId(...EXTERNAL_ID) readonly externalId: string | null;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}
