import { Group, NumberInput, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { EventStatus, GetEventResponse, Waitlist } from '@tour-events/client';
import { DateInput } from '../../shared/date-input';
import { versioned, api, type Versioned } from '../../shared/api';
import { useText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { SearchSelect } from '../../shared/search-select';
import { instantAt, localTime, timeZones } from '../../shared/time';
import { EventPreview } from '../conflicts';
import { useDraftKey, useSession } from '../session';
import { TOUR_CHOICES } from '../tours';
import { askedQuestions, EventQuestions, questionInputs, type AskedQuestion } from './event-questions';
import { EVENT_STATUSES } from './event-status';
import { createEvent, updateEvent } from './events-queries';

type Event = GetEventResponse;

const eventValues = (event: Event) => ({
  name: event.name,
  tourId: event.tourId ?? '',
  status: event.status,
  startsAt: localTime(event.startsAt, event.timezone),
  endsAt: localTime(event.endsAt, event.timezone),
  timezone: event.timezone,
  venueName: event.venue?.name ?? '',
  address: event.venue?.address ?? '',
  city: event.venue?.city ?? '',
  capacity: event.capacity ?? ('' as number | ''),
  maxPlusOnes: event.maxPlusOnes ?? ('' as number | ''),
  waitlist: event.waitlist,
  rsvpDeadline: localTime(event.rsvpDeadline, event.timezone),
  questions: askedQuestions(event.questions),
  description: event.description ?? '',
  notes: event.notes ?? '',
});

const WAITLISTS = ['off', 'manual', 'automatic'] as const satisfies readonly Waitlist[];

type Values = ReturnType<typeof eventValues>;

/** As many as the API gives new events. */
const FIRST_MAX_PLUS_ONES = 5;

/** What others depend on: events at the same time, trips, guests and messages. */
const PREVIEWED = ['startsAt', 'endsAt', 'timezone', 'status', 'tourId', 'capacity'] as const;

const orNull = (text: string) => (text === '' ? null : text);
const instantOf = (local: string, zone: string) => (local === '' ? null : instantAt(`${local}:00`, zone));

function bodyOf(values: Values, before: Event | null) {
  const { name, tourId, status, timezone, capacity, maxPlusOnes, waitlist, questions, description, notes } = values;
  const place = { name: orNull(values.venueName), address: orNull(values.address), city: orNull(values.city) };
  const hasPlace = Object.values(place).some((part) => part !== null);
  return {
    name,
    tourId: orNull(tourId),
    status,
    startsAt: instantOf(values.startsAt, timezone),
    endsAt: instantOf(values.endsAt, timezone),
    timezone,
    venue: hasPlace ? { ...before?.venue, ...place } : null,
    capacity: capacity === '' ? null : capacity,
    maxPlusOnes: maxPlusOnes === '' ? null : maxPlusOnes,
    waitlist,
    rsvpDeadline: instantOf(values.rsvpDeadline, timezone),
    questions: questionInputs(questions),
    description: orNull(description),
    notes: orNull(notes),
  };
}

const API_FIELDS = { 'venue.name': 'venueName', 'venue.address': 'address', 'venue.city': 'city' };

interface Props {
  /** Null for a new one. */
  readonly event: Versioned<Event> | null;
  readonly tourId?: string | undefined;
  readonly onDone: (event: Event) => void;
  readonly onClose: () => void;
}

export function EventForm({ event, tourId, onDone, onClose }: Props) {
  const { events: text } = useText();
  const { organization } = useSession();
  const form = useForm<Values>({
    initialValues:
      event === null
        ? {
            ...EMPTY,
            tourId: tourId ?? '',
            timezone: organization.timezone,
          }
        : eventValues(event.record),
  });
  const input = (field: keyof Values) => ({ label: text.fields[field], ...form.getInputProps(field) });
  return (
    <RecordForm<Values, Event>
      title={event === null ? text.new : text.edit}
      form={form}
      draftKey={useDraftKey(`event ${event?.record.id ?? 'new'}`)}
      etag={event?.etag ?? null}
      apiFields={API_FIELDS}
      send={(values, { etag, idempotencyKey }) =>
        event === null
          ? createEvent(bodyOf(values, null), idempotencyKey)
          : updateEvent(event.record.id, bodyOf(values, event.record), etag!)
      }
      {...(event !== null && {
        readTheirs: async () => {
          const theirs = await versioned(api.events.get(event.record.id));
          return { record: eventValues(theirs.record), etag: theirs.etag };
        },
      })}
      labels={text.fields}
      words={{ status: text.statuses, waitlist: text.waitlists }}
      submitLabel={event === null ? text.create : undefined}
      onDone={onDone}
      onClose={onClose}
    >
      <TextInput {...input('name')} required data-autofocus />
      <Group grow align="flex-start">
        <SearchSelect
          {...input('tourId')}
          source={TOUR_CHOICES}
          known={event === null ? undefined : { value: event.record.tourId ?? '', label: event.record.tourName ?? '' }}
          clearable
          clearButtonProps={{ 'aria-label': text.noTour }}
          onChange={(id) => form.setFieldValue('tourId', id ?? '')}
        />
        <Select
          {...input('status')}
          data={EVENT_STATUSES.map((value) => ({ value, label: text.statuses[value] }))}
          allowDeselect={false}
        />
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DateInput {...input('startsAt')} kind="time" />
        <DateInput {...input('endsAt')} kind="time" />
      </SimpleGrid>
      <Group grow align="flex-start">
        <Select {...input('timezone')} data={timeZones()} searchable allowDeselect={false} limit={100} />
        <NumberInput {...input('capacity')} allowDecimal={false} />
        <NumberInput {...input('maxPlusOnes')} allowDecimal={false} />
        <Select
          {...input('waitlist')}
          data={WAITLISTS.map((value) => ({ value, label: text.waitlists[value] }))}
          allowDeselect={false}
        />
      </Group>
      <DateInput {...input('rsvpDeadline')} kind="time" description={text.deadlineHelp} />
      <EventQuestions
        questions={form.values.questions}
        input={form.getInputProps}
        onAdd={(question) => form.insertListItem('questions', question)}
        onRemove={(index) => form.removeListItem('questions', index)}
      />
      <TextInput {...input('venueName')} />
      <Group grow align="flex-start">
        <TextInput {...input('address')} />
        <TextInput {...input('city')} />
      </Group>
      <Textarea {...input('description')} autosize minRows={2} />
      <Textarea {...input('notes')} autosize minRows={2} />
      {event !== null && PREVIEWED.some((field) => form.isDirty(field)) ? (
        <EventPreview eventId={event.record.id} body={bodyOf(form.values, event.record)} zone={event.record.timezone} />
      ) : null}
    </RecordForm>
  );
}

const EMPTY: Values = {
  name: '',
  tourId: '',
  status: 'draft' as EventStatus,
  startsAt: '',
  endsAt: '',
  timezone: '',
  venueName: '',
  address: '',
  city: '',
  capacity: '',
  maxPlusOnes: FIRST_MAX_PLUS_ONES,
  waitlist: 'off' as Waitlist,
  rsvpDeadline: '',
  questions: [] as AskedQuestion[],
  description: '',
  notes: '',
};
