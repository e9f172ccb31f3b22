import { NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { FieldRow } from '../../shared/field-row';
import { useText } from '../../shared/language';
import { typedPhone } from '../../shared/phone';
import { formOf, type FormProps } from '../../shared/resource';
import { choices } from '../../shared/choices';
import { orNull } from '../../shared/typed';
import { ResourceForm } from '../resources';
import { VEHICLE_STATUSES, vehicles, type Vehicle } from './vehicle';

const FORM = formOf(vehicles, {
  valuesOf: (vehicle) => ({
    name: vehicle.name,
    type: vehicle.type ?? '',
    plateNumber: vehicle.plateNumber ?? '',
    capacity: vehicle.capacity as number | '',
    status: vehicle.status,
    driverName: vehicle.driverName ?? '',
    driverPhone: vehicle.driverPhone ?? '',
    notes: vehicle.notes ?? '',
  }),
  empty: {
    name: '',
    type: '',
    plateNumber: '',
    capacity: '',
    status: 'active',
    driverName: '',
    driverPhone: '',
    notes: '',
  },
  bodyOf: ({ name, type, plateNumber, capacity, status, driverName, driverPhone, notes }, { timezone }) => ({
    name,
    type: orNull(type),
    plateNumber: orNull(plateNumber),
    // Left empty, the service names the field.
    capacity: capacity as number,
    status,
    driverName: orNull(driverName),
    driverPhone: typedPhone(driverPhone, timezone),
    notes: orNull(notes),
  }),
});

export function VehicleForm(props: FormProps<Vehicle>) {
  const { vehicles: text } = useText();
  return (
    <ResourceForm
      {...props}
      of={FORM}
      text={text}
      words={{ status: text.statuses }}
      problemFields={{ over_capacity: 'capacity' }}
    >
      {(input) => (
        <>
          <TextInput {...input('name')} required data-autofocus />
          <FieldRow>
            <NumberInput {...input('capacity')} required allowDecimal={false} />
            <TextInput {...input('plateNumber')} />
          </FieldRow>
          <FieldRow>
            <TextInput {...input('type')} />
            <Select {...input('status')} data={choices(VEHICLE_STATUSES, text.statuses)} allowDeselect={false} />
          </FieldRow>
          <FieldRow>
            <TextInput {...input('driverName')} />
            <TextInput {...input('driverPhone')} />
          </FieldRow>
          <Textarea {...input('notes')} autosize minRows={2} />
        </>
      )}
    </ResourceForm>
  );
}
