import { NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import type { Waitlist } from '@tour-events/client';
import { DateInput } from '../../shared/date-input';
import { FieldRow } from '../../shared/field-row';
import { useText } from '../../shared/language';
import { formOf, type FormProps } from '../../shared/resource';
import { SearchSelect } from '../../shared/search-select';
import { localTime, timeZones } from '../../shared/time';
import { choices } from '../../shared/choices';
import { instantOrNull, orNull } from '../../shared/typed';
import { EventPreview } from '../conflicts';
import { ResourceForm } from '../resources';
import { useSession } from '../session';
import { TOUR_CHOICES } from '../tours';
import { events, type Event } from './event';
import { EventQuestions } from './event-questions';
import { EVENT_STATUSES } from './event-status';
import { askedQuestions, questionInputs } from './asked-questions';

const WAITLISTS = ['off', 'manual', 'automatic'] as const satisfies readonly Waitlist[];

/** What others depend on: events at the same time, trips, guests and messages. */
const PREVIEWED = ['startsAt', 'endsAt', 'timezone', 'status', 'tourId', 'capacity'] as const;

const API_FIELDS = { 'venue.name': 'venueName', 'venue.address': 'address', 'venue.city': 'city' };

/** As many as the API gives new events. */
const FIRST_MAX_PLUS_ONES = 5;

const FORM = formOf(events, {
  valuesOf: (event) => ({
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
  }),
  empty: {
    name: '',
    tourId: '',
    status: 'draft',
    startsAt: '',
    endsAt: '',
    timezone: '',
    venueName: '',
    address: '',
    city: '',
    capacity: '',
    maxPlusOnes: FIRST_MAX_PLUS_ONES,
    waitlist: 'off',
    rsvpDeadline: '',
    questions: [],
    description: '',
    notes: '',
  },
  bodyOf: (values, _organization, before) => {
    const { name, tourId, status, timezone, capacity, maxPlusOnes, waitlist, questions, description, notes } = values;
    const place = { name: orNull(values.venueName), address: orNull(values.address), city: orNull(values.city) };
    const hasPlace = Object.values(place).some((part) => part !== null);
    return {
      name,
      tourId: orNull(tourId),
      status,
      startsAt: instantOrNull(values.startsAt, timezone),
      endsAt: instantOrNull(values.endsAt, timezone),
      timezone,
      venue: hasPlace ? { ...before?.venue, ...place } : null,
      capacity: orNull(capacity),
      maxPlusOnes: orNull(maxPlusOnes),
      waitlist,
      rsvpDeadline: instantOrNull(values.rsvpDeadline, timezone),
      questions: questionInputs(questions),
      description: orNull(description),
      notes: orNull(notes),
    };
  },
});

interface Props extends FormProps<Event> {
  readonly tourId?: string | undefined;
}

export function EventForm({ tourId = '', ...props }: Props) {
  const { events: text } = useText();
  const { organization } = useSession();
  const event = props.record?.record;
  return (
    <ResourceForm
      {...props}
      of={FORM}
      text={text}
      words={{ status: text.statuses, waitlist: text.waitlists }}
      apiFields={API_FIELDS}
      begin={{ tourId, timezone: organization.timezone }}
    >
      {(input, form) => (
        <>
          <TextInput {...input('name')} required data-autofocus />
          <FieldRow isWide>
            <SearchSelect
              {...input('tourId')}
              source={TOUR_CHOICES}
              known={event && { value: event.tourId ?? '', label: event.tourName ?? '' }}
              clearable
              clearButtonProps={{ 'aria-label': text.noTour }}
              onChange={(id) => form.setFieldValue('tourId', id ?? '')}
            />
            <Select {...input('status')} data={choices(EVENT_STATUSES, text.statuses)} allowDeselect={false} />
          </FieldRow>
          <FieldRow isWide>
            <DateInput {...input('startsAt')} kind="time" />
            <DateInput {...input('endsAt')} kind="time" />
          </FieldRow>
          <FieldRow>
            <Select {...input('timezone')} data={timeZones()} searchable allowDeselect={false} limit={100} />
            <NumberInput {...input('capacity')} allowDecimal={false} />
          </FieldRow>
          <FieldRow>
            <NumberInput {...input('maxPlusOnes')} allowDecimal={false} />
            <Select {...input('waitlist')} data={choices(WAITLISTS, text.waitlists)} allowDeselect={false} />
          </FieldRow>
          <DateInput {...input('rsvpDeadline')} kind="time" description={text.deadlineHelp} />
          <EventQuestions
            questions={form.values.questions}
            input={form.getInputProps}
            onAdd={(question) => form.insertListItem('questions', question)}
            onRemove={(index) => form.removeListItem('questions', index)}
          />
          <TextInput {...input('venueName')} />
          <FieldRow>
            <TextInput {...input('address')} />
            <TextInput {...input('city')} />
          </FieldRow>
          <Textarea {...input('description')} autosize minRows={2} />
          <Textarea {...input('notes')} autosize minRows={2} />
          {event !== undefined && PREVIEWED.some((field) => form.isDirty(field)) ? (
            <EventPreview
              eventId={event.id}
              body={FORM.bodyOf(form.values, organization, event)}
              zone={event.timezone}
            />
          ) : null}
        </>
      )}
    </ResourceForm>
  );
}
