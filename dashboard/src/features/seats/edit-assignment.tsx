import { NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { GetVehicleAssignmentResponse } from '@tour-events/client';
import { api, readAs, type Versioned } from '../../shared/api';
import { useText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { SearchSelect } from '../../shared/search-select';
import { useDraftKey } from '../session';
import { assignmentQuery, updateAssignment, VEHICLE_CHOICES } from './seats-queries';

type Assignment = GetVehicleAssignmentResponse;

const assignmentValues = ({ vehicleId, capacityOverride, notes }: Assignment) => ({
  vehicleId: vehicleId as string | null,
  capacityOverride: capacityOverride ?? ('' as number | ''),
  notes: notes ?? '',
});

type Values = ReturnType<typeof assignmentValues>;

interface Props {
  readonly id: string;
  /** Of the vehicle. */
  readonly name: string;
  readonly eventId: string;
  readonly onClose: () => void;
}

/** Which vehicle it is, how many of its seats are used on the event, and notes; opens once the newest version is there. */
export function EditAssignment(props: Props) {
  const { data } = useQuery(assignmentQuery(props.id));
  return data === undefined ? null : <AssignmentForm {...props} assignment={data} />;
}

function AssignmentForm({ id, name, eventId, assignment, onClose }: Props & { assignment: Versioned<Assignment> }) {
  const { seats } = useText();
  const form = useForm<Values>({ initialValues: assignmentValues(assignment.record) });
  return (
    <RecordForm<Values, void>
      title={seats.editTitle(name)}
      form={form}
      draftKey={useDraftKey(`assignment ${id}`)}
      etag={assignment.etag}
      problemFields={{
        over_capacity: form.isDirty('vehicleId') ? 'vehicleId' : 'capacityOverride',
        vehicle_already_assigned: 'vehicleId',
        vehicle_retired: 'vehicleId',
      }}
      send={({ vehicleId, capacityOverride, notes }, { etag }) =>
        updateAssignment(
          eventId,
          id,
          {
            vehicleId: vehicleId!,
            capacityOverride: capacityOverride === '' ? null : capacityOverride,
            notes: notes === '' ? null : notes,
          },
          etag!,
        )
      }
      readTheirs={readAs(() => api.vehicleAssignments.get(id), assignmentValues)}
      labels={{ vehicleId: seats.vehicle, capacityOverride: seats.capacityOverride, notes: seats.notes }}
      onDone={onClose}
      onClose={onClose}
    >
      <SearchSelect
        label={seats.vehicle}
        description={seats.swapHelp}
        source={VEHICLE_CHOICES}
        required
        {...form.getInputProps('vehicleId')}
      />
      <NumberInput
        label={seats.capacityOverride}
        description={seats.capacityHelp}
        allowDecimal={false}
        data-autofocus
        {...form.getInputProps('capacityOverride')}
      />
      <TextInput label={seats.notes} {...form.getInputProps('notes')} />
    </RecordForm>
  );
}
