import { ActionIcon, Button, Group, Input, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse } from '@tour-events/client';
import { DateInput } from '../../shared/date-input';
import { api, readAs, type Versioned } from '../../shared/api';
import { FieldRow } from '../../shared/field-row';
import { XMarkIcon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { instantAt, localTime } from '../../shared/time';
import { choices } from '../../shared/choices';
import { useDraftKey } from '../session';
import { useTripName } from './trip-state';
import { coachesQuery, createTrip, teamOfQuery, tripQuery, updateTrip, type Trip } from './trips-queries';

const DIRECTIONS = ['outbound', 'return', 'shuttle'] as const;
const MAX_STOPS = 30;

const NEW_STOP = { id: null as string | null, name: '', address: '', departsAt: '' };

const EMPTY = {
  vehicleAssignmentId: null as string | null,
  direction: 'outbound' as Trip['direction'],
  departsAt: '',
  arrivesAt: '',
  driverTeamMemberId: null as string | null,
  stops: [] as (typeof NEW_STOP)[],
  notes: '',
};

type Values = typeof EMPTY;

const tripValues = (trip: Omit<Trip, 'etag'>, zone: string): Values => ({
  vehicleAssignmentId: trip.vehicleAssignmentId,
  direction: trip.direction,
  departsAt: localTime(trip.departsAt, zone),
  arrivesAt: localTime(trip.arrivesAt, zone),
  driverTeamMemberId: trip.driverTeamMemberId,
  stops: trip.stops.map(({ id, name, address, departsAt }) => ({
    id,
    name,
    address: address ?? '',
    departsAt: localTime(departsAt, zone),
  })),
  notes: trip.notes ?? '',
});

/** The way back of a trip: the stops turned round, the times to be given. */
const returnOf = (trip: Trip): Values => ({
  ...EMPTY,
  vehicleAssignmentId: trip.vehicleAssignmentId,
  direction: 'return',
  driverTeamMemberId: trip.driverTeamMemberId,
  stops: trip.stops.map(({ name, address }) => ({ ...NEW_STOP, name, address: address ?? '' })).reverse(),
});

/** The same ride of another vehicle. */
const copyOf = (trip: Trip, zone: string): Values => ({
  ...tripValues(trip, zone),
  vehicleAssignmentId: null,
  driverTeamMemberId: null,
  stops: tripValues(trip, zone).stops.map((stop) => ({ ...stop, id: null })),
});

interface Props {
  readonly event: GetEventResponse;
  /** Null for a new one. */
  readonly trip: Trip | null;
  /** A new one, back from that, or beside it with another vehicle. */
  readonly copy?: 'return' | 'beside';
  readonly onClose: () => void;
}

/** The form opens on what is there now, so that its version is the one that is seen. */
export function TripForm({ trip, copy, ...props }: Props) {
  const isNew = trip === null || copy !== undefined;
  const zone = props.event.timezone;
  const { data } = useQuery({ ...tripQuery(trip?.id ?? ''), enabled: !isNew, staleTime: 0 });
  if (isNew) {
    const initial = trip === null ? EMPTY : copy === 'return' ? returnOf(trip) : copyOf(trip, zone);
    return <Form {...props} trip={null} initial={initial} />;
  }
  if (data === undefined) return null;
  return <Form {...props} trip={data} initial={tripValues(data.record, zone)} />;
}

interface FormProps {
  readonly event: GetEventResponse;
  readonly trip: Versioned<Omit<Trip, 'etag'>> | null;
  readonly initial: Values;
  readonly onClose: () => void;
}

function Form({ event, trip, initial, onClose }: FormProps) {
  const { trips: text } = useText();
  const zone = event.timezone;
  const tripName = useTripName();
  const { data: coaches = [] } = useQuery(coachesQuery(event.id));
  const { data: team = [] } = useQuery(teamOfQuery(event.id));
  const form = useForm<Values>({ initialValues: initial });
  const { stops, departsAt: departure } = form.getValues();
  /** Times without a day are those of the event's day, and then those of the ride. */
  const dayOfEvent = event.startsAt === null ? undefined : `${localTime(event.startsAt, zone).slice(0, 10)}T00:00`;
  const onTheWay = departure === '' ? dayOfEvent : departure;
  const at = (local: string) => (local === '' ? null : instantAt(`${local}:00`, zone));
  const send = (values: Values, { etag, idempotencyKey }: { etag: string | null; idempotencyKey: string }) => {
    const fields = {
      direction: values.direction,
      arrivesAt: at(values.arrivesAt),
      driverTeamMemberId: values.driverTeamMemberId,
      notes: values.notes === '' ? null : values.notes,
    };
    const stopsOf = values.stops.map(({ id, name, address, departsAt }) => ({
      ...(id !== null && { id }),
      name,
      address: address === '' ? null : address,
      departsAt: at(departsAt),
    }));
    const departsAt = at(values.departsAt) ?? '';
    if (trip !== null) return updateTrip(trip.record.id, { ...fields, departsAt, stops: stopsOf }, etag!);
    const vehicleAssignmentId = values.vehicleAssignmentId ?? '';
    const unnumbered = stopsOf.map(({ name, address, departsAt: moment }) => ({ name, address, departsAt: moment }));
    return createTrip(event.id, { ...fields, vehicleAssignmentId, departsAt, stops: unnumbered }, idempotencyKey);
  };
  return (
    <RecordForm<Values, unknown>
      title={trip === null ? text.newTrip : text.editTitle(tripName(trip.record, zone))}
      form={form}
      draftKey={useDraftKey(`trip ${event.id} ${trip?.record.id ?? initial.direction}`)}
      etag={trip?.etag ?? null}
      send={send}
      {...(trip !== null && {
        readTheirs: readAs(
          () => api.trips.get(trip.record.id),
          (theirs) => tripValues(theirs, zone),
        ),
      })}
      labels={text.fields}
      submitLabel={trip === null ? text.newTrip : undefined}
      onDone={onClose}
      onClose={onClose}
    >
      <FieldRow>
        <Select
          label={text.fields.vehicleAssignmentId}
          required
          disabled={trip !== null}
          data={coaches.map(({ id, vehicle }) => ({ value: id, label: vehicle.name }))}
          nothingFoundMessage={text.noVehicles}
          {...form.getInputProps('vehicleAssignmentId')}
        />
        <Select
          label={text.fields.direction}
          allowDeselect={false}
          data={choices(DIRECTIONS, text.directionNames)}
          {...form.getInputProps('direction')}
        />
      </FieldRow>
      <FieldRow>
        <DateInput
          label={text.fields.departsAt}
          kind="time"
          required
          from={dayOfEvent}
          description={text.zone(zone)}
          {...form.getInputProps('departsAt')}
        />
        <DateInput
          label={text.fields.arrivesAt}
          kind="time"
          from={onTheWay}
          description={text.arrivalHelp}
          {...form.getInputProps('arrivesAt')}
        />
      </FieldRow>
      <Select
        label={text.fields.driverTeamMemberId}
        clearable
        description={team.length === 0 ? text.noTeam : undefined}
        data={team.map(({ id, name, role }) => ({ value: id, label: [name, role].filter(Boolean).join(', ') }))}
        {...form.getInputProps('driverTeamMemberId')}
      />
      <Input.Wrapper label={text.fields.stops} labelElement="div">
        <Stack gap="xs">
          {stops.map((_stop, index) => (
            <Group key={index} role="group" aria-label={text.stop(index + 1)} gap="xs" align="flex-start">
              <TextInput
                flex="2 1 130px"
                aria-label={text.stopFields.name}
                placeholder={text.stopFields.name}
                {...form.getInputProps(`stops.${index}.name`)}
              />
              <TextInput
                flex="2 1 130px"
                aria-label={text.stopFields.address}
                placeholder={text.stopFields.address}
                {...form.getInputProps(`stops.${index}.address`)}
              />
              <DateInput
                flex="2 1 130px"
                kind="time"
                from={onTheWay}
                aria-label={text.stopFields.departsAt}
                {...form.getInputProps(`stops.${index}.departsAt`)}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={34}
                aria-label={text.removeStop(index + 1)}
                onClick={() => form.removeListItem('stops', index)}
              >
                <XMarkIcon width={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          {stops.length >= MAX_STOPS ? null : (
            <Button variant="default" size="compact-md" onClick={() => form.insertListItem('stops', NEW_STOP)}>
              {text.addStop}
            </Button>
          )}
        </Stack>
      </Input.Wrapper>
      <Textarea label={text.fields.notes} autosize minRows={2} {...form.getInputProps('notes')} />
    </RecordForm>
  );
}
