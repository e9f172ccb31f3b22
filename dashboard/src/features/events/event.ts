import type { GetEventResponse } from '@tour-events/client';
import { api } from '../../shared/api';
import { followChanges } from '../../shared/query-client';
import { resource } from '../../shared/resource';

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

export const events = resource({
  name: 'event',
  key: 'events',
  stale: ['tours', 'overview'],
  calls: api.events,
});
