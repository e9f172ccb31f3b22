import type { EventStatus, GetEventResponse } from '@tour-events/client';
import { recorded, te, type Recorded } from '../../shared/api';
import { useText } from '../../shared/language';
import { Status, type Tone } from '../../shared/status';
import { StatusMenu } from '../../shared/status-menu';
import { updateEvent } from './events-queries';

const TONES: Readonly<Record<EventStatus, Tone>> = {
  draft: 'neutral',
  confirmed: 'good',
  completed: 'neutral',
  cancelled: 'bad',
};

export const EVENT_STATUSES = Object.keys(TONES) as EventStatus[];

export function EventState({ status }: { readonly status: EventStatus }) {
  const { events } = useText();
  return <Status tone={TONES[status]}>{events.statuses[status]}</Status>;
}

/** The state of an event on its own page, where it is changed. */
export function EventStatusMenu({ event: { record, etag } }: { readonly event: Recorded<GetEventResponse> }) {
  const { events } = useText();
  return (
    <StatusMenu<EventStatus>
      label={events.fields.status}
      tones={TONES}
      words={events.statuses}
      current={{ record: record.status, etag }}
      save={(status, ifMatch) => updateEvent(record.id, { status }, ifMatch)}
      readTheirs={async () => {
        const theirs = await recorded(te.events.get(record.id));
        return { record: theirs.record.status, etag: theirs.etag };
      }}
    />
  );
}
