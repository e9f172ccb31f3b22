import { NumberInput, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse } from '@tour-events/client';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../shared/api';
import { FieldRow } from '../../shared/field-row';
import { useText } from '../../shared/language';
import { orNull } from '../../shared/typed';
import { RecordForm } from '../../shared/record-form';
import { SearchSelect } from '../../shared/search-select';
import { reading } from '../../shared/reading';
import { choices } from '../../shared/choices';
import { useDraftKey } from '../session';
import { vehicles } from '../vehicles';
import { addVehicle, VEHICLE_CHOICES } from './seats-queries';

const hasVehiclesQuery = reading(
  ['vehicles', 'any active'],
  async (options) => (await api.vehicles.list({ limit: 1, status: ['active'] }, options)).total > 0,
);

const EMPTY = {
  vehicleId: '',
  capacityOverride: '' as number | '',
  notes: '',
  // Of a new one.
  name: '',
  type: '',
  capacity: '' as number | '',
  plateNumber: '',
};

type Values = typeof EMPTY;

/** Two ways onto the event: a vehicle there is, or a new one. */
const WAYS = ['existing', 'new'] as const;
type Way = (typeof WAYS)[number];

interface Props {
  readonly event: GetEventResponse;
  readonly onClose: () => void;
}

/** Assigns one of the organization's vehicles to the event, or one that is made for it. */
export function AddVehicle({ event, onClose }: Props) {
  const { seats, vehicles: text } = useText();
  const isFirst = useQuery(hasVehiclesQuery).data === false;
  const form = useForm<Values>({ initialValues: EMPTY });
  const [chosenWay, setWay] = useState<Way | null>(null);
  // A draft of a new one has a name; without any vehicle there is nothing to choose from.
  const way = chosenWay ?? (isFirst || form.values.name !== '' ? 'new' : 'existing');
  const { make, forget } = useNewVehicle();
  const isPointer = useRef(false);
  const nameField = useRef<HTMLInputElement>(null);
  const capacityField = useRef<HTMLInputElement>(null);
  const isNamed = useRef(false);
  useEffect(() => {
    if (way !== 'new') return;
    if (isNamed.current) capacityField.current?.focus();
    // Who chooses by the arrow keys still chooses.
    else if (isPointer.current) nameField.current?.focus();
    isNamed.current = false;
  }, [way]);
  const nameNew = (name: string) => {
    isNamed.current = true;
    form.setFieldValue('name', name);
    setWay('new');
  };
  const [isAdded, setAdded] = useState(false);
  const goOn = () => {
    setAdded(true);
    // Who has made one mostly makes the next.
    setWay(way);
    form.setInitialValues(EMPTY);
    form.setValues(EMPTY);
    nameField.current?.focus();
  };
  const input = (field: 'name' | 'type' | 'capacity' | 'plateNumber') => ({
    label: text.fields[field],
    ...form.getInputProps(field),
  });
  return (
    <RecordForm<Values, void>
      title={seats.addVehicle}
      form={form}
      draftKey={useDraftKey(`assignment ${event.id}`)}
      etag={null}
      problemFields={{ vehicle_already_assigned: 'vehicleId', vehicle_retired: 'vehicleId' }}
      submitLabel={seats.addVehicle}
      next={{ label: seats.addAndNext, onSaved: goOn }}
      send={async (values, { idempotencyKey }) => {
        const { capacityOverride, notes } = values;
        const isNew = way === 'new';
        const vehicleId = isNew ? await make(values, idempotencyKey) : values.vehicleId;
        await addVehicle(
          event.id,
          {
            vehicleId,
            capacityOverride: isNew || capacityOverride === '' ? null : capacityOverride,
            notes: orNull(notes),
          },
          // Each request has a key of its own.
          `${idempotencyKey} seats`,
        );
        forget();
      }}
      onDone={onClose}
      onClose={onClose}
    >
      {isAdded ? (
        <Text size="sm" role="status">
          {seats.addedNext}
        </Text>
      ) : null}
      <SegmentedControl
        aria-label={seats.vehicle}
        value={way}
        onChange={setWay}
        onPointerDown={() => (isPointer.current = true)}
        onKeyDown={() => (isPointer.current = false)}
        data={choices(WAYS, seats.ways)}
      />
      {way === 'new' ? (
        <>
          <FieldRow>
            <TextInput {...input('name')} ref={nameField} required data-autofocus />
            <NumberInput {...input('capacity')} ref={capacityField} required allowDecimal={false} />
          </FieldRow>
          <FieldRow>
            <TextInput {...input('type')} />
            <TextInput {...input('plateNumber')} />
          </FieldRow>
        </>
      ) : (
        <>
          <SearchSelect
            label={seats.vehicle}
            source={VEHICLE_CHOICES}
            create={{ label: seats.newNamed, onChoose: nameNew }}
            required
            selectFirstOptionOnChange
            data-autofocus
            {...form.getInputProps('vehicleId')}
          />
          <NumberInput
            label={seats.capacityOverride}
            description={seats.capacityHelp}
            allowDecimal={false}
            {...form.getInputProps('capacityOverride')}
          />
        </>
      )}
      <TextInput label={seats.notes} {...form.getInputProps('notes')} />
    </RecordForm>
  );
}

/** Makes a vehicle once, even where it then cannot be put on the event and the form is sent again. */
function useNewVehicle() {
  const made = useRef<{ readonly id: string; readonly of: string } | null>(null);
  const make = async ({ name, type, capacity, plateNumber }: Values, idempotencyKey: string): Promise<string> => {
    // Left empty, the service names the field.
    const body = { name, type: orNull(type), capacity: capacity as number, plateNumber: orNull(plateNumber) };
    const of = JSON.stringify(body);
    if (made.current?.of === of) return made.current.id;
    const { id } = await vehicles.create(body, idempotencyKey);
    made.current = { id, of };
    return id;
  };
  /** The next one may be called the same. */
  const forget = () => {
    made.current = null;
  };
  return { make, forget };
}
