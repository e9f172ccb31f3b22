import { NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { GetEventResponse } from '@tour-events/client';
import { useText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { SearchSelect } from '../../shared/search-select';
import { useDraftKey } from '../session';
import { NoVehicles } from './no-vehicles';
import { addVehicle, VEHICLE_CHOICES } from './seats-queries';

interface Props {
  readonly event: GetEventResponse;
  readonly onClose: () => void;
}

/** Assigns one of the organization's vehicles to the event. */
export function AddVehicle({ event, onClose }: Props) {
  const { seats } = useText();
  const form = useForm({ initialValues: { vehicleId: '', capacityOverride: '' as number | '', notes: '' } });
  return (
    <RecordForm
      title={seats.addVehicle}
      form={form}
      draftKey={useDraftKey(`assignment ${event.id}`)}
      etag={null}
      problemFields={{ vehicle_already_assigned: 'vehicleId', vehicle_retired: 'vehicleId' }}
      submitLabel={seats.addVehicle}
      send={({ vehicleId, capacityOverride, notes }, { idempotencyKey }) =>
        addVehicle(
          event.id,
          {
            vehicleId,
            capacityOverride: capacityOverride === '' ? null : capacityOverride,
            notes: notes === '' ? null : notes,
          },
          idempotencyKey,
        )
      }
      onDone={onClose}
      onClose={onClose}
    >
      <NoVehicles />
      <SearchSelect label={seats.vehicle} source={VEHICLE_CHOICES} required {...form.getInputProps('vehicleId')} />
      <NumberInput
        label={seats.capacityOverride}
        description={seats.capacityHelp}
        allowDecimal={false}
        {...form.getInputProps('capacityOverride')}
      />
      <TextInput label={seats.notes} {...form.getInputProps('notes')} />
    </RecordForm>
  );
}
