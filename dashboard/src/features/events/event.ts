import type { GetEventResponse } from '@tour-events/client';
import { api } from '../../shared/api';
import { followChanges } from '../../shared/query-client';
import { resource } from '../../shared/resource';
import { localTime } from '../../shared/time';
import { instantOrNull, orNull } from '../../shared/typed';
import { askedQuestions, questionInputs } from './asked-questions';

export type Event = GetEventResponse;

followChanges(
  'events',
  'event_guest',
  'guest.rsvp',
  'guest.waitlisted',
  'guest.promoted',
  'guest.checked_in',
  'guest.check_in_undone',
  'guest.vehicle_changed',
  'vehicle_assignment',
  'team_member',
  'expense',
);

/** As many as the API gives new events. */
const FIRST_MAX_PLUS_ONES = 5;

export const events = resource({
  name: 'event',
  key: 'events',
  stale: ['tours', 'overview'],
  calls: api.events,
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
