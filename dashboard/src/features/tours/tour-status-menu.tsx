import type { GetTourResponse, TourStatus } from '@tour-events/client';
import { versioned, api, type Versioned } from '../../shared/api';
import { useText } from '../../shared/language';
import { StatusMenu } from '../../shared/status-menu';
import { TOUR_TONES } from './tour-status';
import { updateTour } from './tours-queries';

/** The state of a tour on its own page, where it is changed. */
export function TourStatusMenu({ tour: { record, etag } }: { readonly tour: Versioned<GetTourResponse> }) {
  const { tours } = useText();
  return (
    <StatusMenu<TourStatus>
      label={tours.fields.status}
      tones={TOUR_TONES}
      words={tours.statuses}
      current={{ record: record.status, etag }}
      save={(status, ifMatch) => updateTour(record.id, { status }, ifMatch)}
      readTheirs={async () => {
        const theirs = await versioned(api.tours.get(record.id));
        return { record: theirs.record.status, etag: theirs.etag };
      }}
    />
  );
}
