import type { TourStatus } from '@tour-events/client';
import { useText } from '../../shared/language';
import { Status, type Tone } from '../../shared/status';

export const TOUR_TONES: Readonly<Record<TourStatus, Tone>> = {
  draft: 'neutral',
  planning: 'waiting',
  confirmed: 'good',
  active: 'good',
  completed: 'neutral',
  cancelled: 'bad',
};

export const TOUR_STATUSES = Object.keys(TOUR_TONES) as TourStatus[];

export function TourState({ status }: { readonly status: TourStatus }) {
  const { tours } = useText();
  return <Status tone={TOUR_TONES[status]}>{tours.statuses[status]}</Status>;
}
