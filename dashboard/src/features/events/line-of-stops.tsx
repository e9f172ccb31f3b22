import './line-of-stops.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { GetEventResponse } from '@tour-events/client';
import { useText } from '../../shared/language';
import { scrollRowTo } from '../../shared/scroll-row-to';
import { dateIn, shortDate } from '../../shared/time';
import { tourColour } from '../../shared/tour-colour';
import { tourStopsQuery } from './events-queries';

/** As many as have room beside each other: of more, those around this one. */
const MAX_STOPS = 7;

interface Props {
  readonly event: GetEventResponse;
  readonly tourId: string;
  /** The tab that is open: whoever does the same at each stop stays on it. */
  readonly tab: string;
}

/** The tour of an event as a line of its stops, with this one and today; each leads to the same tab of its event. */
export function LineOfStops({ event, tourId, tab }: Props) {
  const { events: text } = useText();
  const all = useQuery(tourStopsQuery(tourId)).data;
  // It keeps its room while it is read.
  if (all === undefined) return <div className="stops" data-empty />;
  if (all.length < 2) return null;
  const here = all.findIndex(({ id }) => id === event.id);
  const first = Math.max(0, Math.min(here - Math.floor(MAX_STOPS / 2), all.length - MAX_STOPS));
  const now = new Date().toISOString();
  return (
    <nav className="stops no-print" aria-label={text.stops} style={{ '--tour': tourColour(tourId) } as object}>
      <ol key={event.id} ref={showHere}>
        {all.slice(first, first + MAX_STOPS).map(({ id, name, startsAt, timezone, venue }) => {
          const isToday = startsAt !== null && dateIn(startsAt, timezone) === dateIn(now, timezone);
          const isPast = !isToday && startsAt !== null && startsAt < now;
          const state = isToday ? 'today' : isPast ? 'past' : undefined;
          return (
            <li key={id} data-state={state} data-here={id === event.id || undefined}>
              <Link
                to="/events/$eventId"
                params={{ eventId: id }}
                search={tab === 'overview' ? {} : { tab }}
                title={name}
                aria-current={id === event.id ? 'true' : undefined}
              >
                <i aria-hidden />
                <b dir="auto">{venue?.city ?? name.split(':')[0]}</b>
                <span>{isToday ? text.today : startsAt === null ? '–' : shortDate(dateIn(startsAt, timezone))}</span>
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** This stop is among those that are seen. */
function showHere(list: HTMLOListElement | null): void {
  const here = list?.querySelector('[data-here]');
  if (list != null && here != null) scrollRowTo(list, here);
}
