import type { GetTourResponse, TourStatus } from '@tour-events/client';
import { recorded, te, type Recorded } from '../../shared/api';
import { useText } from '../../shared/language';
import { Status, type Tone } from '../../shared/status';
import { StatusMenu } from '../../shared/status-menu';
import { updateTour } from './tours-queries';

const TONES: Readonly<Record<TourStatus, Tone>> = {
  draft: 'neutral',
  planning: 'waiting',
  confirmed: 'good',
  active: 'good',
  completed: 'neutral',
  cancelled: 'bad',
};

export const TOUR_STATUSES = Object.keys(TONES) as TourStatus[];

export function TourState({ status }: { readonly status: TourStatus }) {
  const { tours } = useText();
  return <Status tone={TONES[status]}>{tours.statuses[status]}</Status>;
}

/** The state of a tour on its own page, where it is changed. */
export function TourStatusMenu({ tour: { record, etag } }: { readonly tour: Recorded<GetTourResponse> }) {
  const { tours } = useText();
  return (
    <StatusMenu<TourStatus>
      label={tours.fields.status}
      tones={TONES}
      words={tours.statuses}
      current={{ record: record.status, etag }}
      save={(status, ifMatch) => updateTour(record.id, { status }, ifMatch)}
      readTheirs={async () => {
        const theirs = await recorded(te.tours.get(record.id));
        return { record: theirs.record.status, etag: theirs.etag };
      }}
    />
  );
}
