import { Group, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { GetVehicleResponse, VehicleStatus } from '@tour-events/client';
import { versioned, api, type Versioned } from '../../shared/api';
import { useText } from '../../shared/language';
import { typedPhone } from '../../shared/phone';
import { RecordForm } from '../../shared/record-form';
import { useDraftKey, useSession } from '../session';
import { createVehicle, updateVehicle } from './vehicles-queries';

type Vehicle = GetVehicleResponse;

export const VEHICLE_STATUSES: readonly VehicleStatus[] = ['active', 'maintenance', 'retired'];

const vehicleValues = (vehicle: Vehicle) => ({
  name: vehicle.name,
  type: vehicle.type ?? '',
  plateNumber: vehicle.plateNumber ?? '',
  capacity: vehicle.capacity as number | '',
  status: vehicle.status,
  driverName: vehicle.driverName ?? '',
  driverPhone: vehicle.driverPhone ?? '',
  notes: vehicle.notes ?? '',
});

type Values = ReturnType<typeof vehicleValues>;

const EMPTY: Values = {
  name: '',
  type: '',
  plateNumber: '',
  capacity: '',
  status: 'active',
  driverName: '',
  driverPhone: '',
  notes: '',
};

const orNull = (text: string) => (text === '' ? null : text);

const bodyOf = (
  { name, type, plateNumber, capacity, status, driverName, driverPhone, notes }: Values,
  zone: string,
) => ({
  name,
  type: orNull(type),
  plateNumber: orNull(plateNumber),
  // Left empty, the service names the field.
  capacity: capacity as number,
  status,
  driverName: orNull(driverName),
  driverPhone: typedPhone(driverPhone, zone),
  notes: orNull(notes),
});

interface Props {
  /** Null for a new one. */
  readonly vehicle: Versioned<Vehicle> | null;
  readonly onDone: (vehicle: Vehicle) => void;
  readonly onClose: () => void;
}

export function VehicleForm({ vehicle, onDone, onClose }: Props) {
  const { vehicles: text } = useText();
  const { timezone } = useSession().organization;
  const form = useForm<Values>({ initialValues: vehicle === null ? EMPTY : vehicleValues(vehicle.record) });
  const input = (field: keyof Values) => ({ label: text.fields[field], ...form.getInputProps(field) });
  return (
    <RecordForm<Values, Vehicle>
      title={vehicle === null ? text.new : text.edit}
      form={form}
      draftKey={useDraftKey(`vehicle ${vehicle?.record.id ?? 'new'}`)}
      etag={vehicle?.etag ?? null}
      problemFields={{ over_capacity: 'capacity' }}
      send={(values, { etag, idempotencyKey }) =>
        vehicle === null
          ? createVehicle(bodyOf(values, timezone), idempotencyKey)
          : updateVehicle(vehicle.record.id, bodyOf(values, timezone), etag!)
      }
      {...(vehicle !== null && {
        readTheirs: async () => {
          const theirs = await versioned(api.vehicles.get(vehicle.record.id));
          return { record: vehicleValues(theirs.record), etag: theirs.etag };
        },
      })}
      labels={text.fields}
      words={{ status: text.statuses }}
      submitLabel={vehicle === null ? text.create : undefined}
      onDone={onDone}
      onClose={onClose}
    >
      <TextInput {...input('name')} required data-autofocus />
      <Group grow align="flex-start">
        <NumberInput {...input('capacity')} required allowDecimal={false} />
        <TextInput {...input('plateNumber')} />
      </Group>
      <Group grow align="flex-start">
        <TextInput {...input('type')} />
        <Select
          {...input('status')}
          data={VEHICLE_STATUSES.map((value) => ({ value, label: text.statuses[value] }))}
          allowDeselect={false}
        />
      </Group>
      <Group grow align="flex-start">
        <TextInput {...input('driverName')} />
        <TextInput {...input('driverPhone')} />
      </Group>
      <Textarea {...input('notes')} autosize minRows={2} />
    </RecordForm>
  );
}
