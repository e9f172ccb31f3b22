import type { EventStatus } from '@tour-events/client';
import { useText } from '../../shared/language';
import { Status, type Tone } from '../../shared/status';

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
