import { Group, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useText } from '../../shared/language';
import type { FormProps } from '../../shared/resource';
import { choices } from '../../shared/choices';
import { ResourceForm } from '../resources';
import { VEHICLE_STATUSES, vehicles, type Vehicle } from './vehicle';

export function VehicleForm(props: FormProps<Vehicle>) {
  const { vehicles: text } = useText();
  return (
    <ResourceForm
      {...props}
      of={vehicles}
      text={text}
      words={{ status: text.statuses }}
      problemFields={{ over_capacity: 'capacity' }}
    >
      {(input) => (
        <>
          <TextInput {...input('name')} required data-autofocus />
          <Group grow align="flex-start">
            <NumberInput {...input('capacity')} required allowDecimal={false} />
            <TextInput {...input('plateNumber')} />
          </Group>
          <Group grow align="flex-start">
            <TextInput {...input('type')} />
            <Select {...input('status')} data={choices(VEHICLE_STATUSES, text.statuses)} allowDeselect={false} />
          </Group>
          <Group grow align="flex-start">
            <TextInput {...input('driverName')} />
            <TextInput {...input('driverPhone')} />
          </Group>
          <Textarea {...input('notes')} autosize minRows={2} />
        </>
      )}
    </ResourceForm>
  );
}
