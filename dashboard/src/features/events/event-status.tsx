import type { EventStatus } from '@tour-events/client';
import { useText } from '../../shared/language';
import { Status, type Tone } from '../../shared/status';

export const EVENT_TONES: Readonly<Record<EventStatus, Tone>> = {
  draft: 'neutral',
  confirmed: 'good',
  completed: 'neutral',
  cancelled: 'bad',
};

export const EVENT_STATUSES = Object.keys(EVENT_TONES) as EventStatus[];

export function EventState({ status }: { readonly status: EventStatus }) {
  const { events } = useText();
  return <Status tone={EVENT_TONES[status]}>{events.statuses[status]}</Status>;
}
