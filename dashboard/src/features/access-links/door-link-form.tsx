import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CreateAccessLinkResponse, GetEventResponse } from '@tour-events/client';
import { DateInput } from '../../shared/date-input';
import { useText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { instantAt } from '../../shared/time';
import { useDraftKey } from '../session';
import { useTripName, type Trip } from '../trips';
import { createDoorLink } from './door-links-data';

const DOOR = 'door';
const EMPTY = { name: '', tripId: DOOR, expiresAt: '', pin: '' };

interface Props {
  readonly event: GetEventResponse;
  readonly trips: readonly Trip[];
  /** The one that a link is wanted for; else it is for the door. */
  readonly tripId?: string | undefined;
  /** With the link itself. */
  readonly onDone: (link: CreateAccessLinkResponse) => void;
  readonly onClose: () => void;
}

export function DoorLinkForm({ event, trips, tripId: wanted, onDone, onClose }: Props) {
  const { accessLinks: text } = useText();
  const tripName = useTripName();
  const form = useForm({ initialValues: { ...EMPTY, tripId: wanted ?? DOOR } });
  const zone = event.timezone;
  return (
    <RecordForm<typeof EMPTY, CreateAccessLinkResponse>
      title={text.new}
      form={form}
      draftKey={useDraftKey(`door link ${wanted ?? event.id}`)}
      etag={null}
      send={({ name, tripId, expiresAt, pin }, { idempotencyKey }) =>
        createDoorLink(
          event.id,
          {
            name,
            ...(tripId === DOOR ? { kind: 'door' } : { kind: 'trip', tripId }),
            ...(expiresAt !== '' && { expiresAt: instantAt(`${expiresAt}:00`, zone) }),
            ...(pin !== '' && { pin }),
          },
          idempotencyKey,
        )
      }
      labels={text.fields}
      submitLabel={text.create}
      onDone={onDone}
      onClose={onClose}
    >
      <TextInput
        label={text.fields.name}
        description={text.nameHelp}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Select
        label={text.fields.tripId}
        allowDeselect={false}
        data={[
          { value: DOOR, label: text.door },
          ...trips.map((trip) => ({ value: trip.id, label: tripName(trip, zone) })),
        ]}
        {...form.getInputProps('tripId')}
      />
      <DateInput
        kind="time"
        label={text.fields.expiresAt}
        description={text.expiryHelp(zone)}
        {...form.getInputProps('expiresAt')}
      />
      <TextInput
        label={text.fields.pin}
        description={text.pinHelp}
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        {...form.getInputProps('pin')}
      />
    </RecordForm>
  );
}
