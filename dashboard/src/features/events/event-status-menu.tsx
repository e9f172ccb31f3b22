import type { EventStatus, GetEventResponse } from '@tour-events/client';
import { versioned, api, type Versioned } from '../../shared/api';
import { useText } from '../../shared/language';
import { StatusMenu } from '../../shared/status-menu';
import { EVENT_TONES } from './event-status';
import { updateEvent } from './events-queries';

/** The state of an event on its own page, where it is changed. */
export function EventStatusMenu({ event: { record, etag } }: { readonly event: Versioned<GetEventResponse> }) {
  const { events } = useText();
  return (
    <StatusMenu<EventStatus>
      label={events.fields.status}
      tones={EVENT_TONES}
      words={events.statuses}
      current={{ record: record.status, etag }}
      save={(status, ifMatch) => updateEvent(record.id, { status }, ifMatch)}
      readTheirs={async () => {
        const theirs = await versioned(api.events.get(record.id));
        return { record: theirs.record.status, etag: theirs.etag };
      }}
    />
  );
}
