import './tour-line.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { Amounts } from '../../shared/amounts';
import { useText } from '../../shared/language';
import { Empty } from '../../shared/page';
import { ButtonLink, TextLink } from '../../shared/text-link';
import { clockText, dateIn, shortDate, shortWeekday } from '../../shared/time';
import { tourColour } from '../../shared/tour-colour';
import { AnswersBar, EventState, SeatsTaken, tourStopsQuery, type Stop } from '../events';
import { useSession } from '../session';

const DAY_MS = 86_400_000;

/** The events of a tour as the line that it is: a stop for each, the nights between, and today. */
export function TourEvents({ tourId, addDates }: { readonly tourId: string; readonly addDates: ReactNode }) {
  const { tours: text, nav } = useText();
  const { data } = useQuery(tourStopsQuery(tourId));
  return (
    <section aria-labelledby="tour-events" style={{ '--tour': tourColour(tourId) } as object}>
      <div className="section-head">
        <h2 id="tour-events" className="section-title">
          {text.events}
        </h2>
        <TextLink size="sm" to="/conflicts" search={{ tourId }}>
          {nav.conflicts}
        </TextLink>
      </div>
      {data?.length === 0 ? (
        <Empty
          action={
            <>
              {addDates}
              <ButtonLink variant="subtle" color="gray" to="/events" search={{ tourId, form: 'new' }}>
                {text.newEvent}
              </ButtonLink>
            </>
          }
        >
          {text.noEvents}
        </Empty>
      ) : null}
      <ol className="tour-line" data-loading={data === undefined || undefined}>
        {data?.map((stop, index) => (
          <Fragment key={stop.id}>
            <Nights from={data[index - 1]} to={stop} />
            <TourStop stop={stop} />
          </Fragment>
        ))}
      </ol>
    </section>
  );
}

/** The nights from a stop to the next; nothing where there is one, or none. */
function Nights({ from, to }: { readonly from: Stop | undefined; readonly to: Stop }) {
  const { tours: text } = useText();
  if (from?.startsAt == null || to.startsAt === null) return null;
  const day = ({ startsAt, timezone }: Stop) => Date.parse(dateIn(startsAt!, timezone));
  const nights = (day(to) - day(from)) / DAY_MS;
  return nights < 2 ? null : <li className="tour-nights">{text.nights(nights)}</li>;
}

function TourStop({ stop }: { readonly stop: Stop }) {
  const { tours: text, events: eventText } = useText();
  const { organization } = useSession();
  const { id, name, startsAt, venue, status, summary } = stop;
  const zone = stop.timezone || organization.timezone;
  const now = new Date().toISOString();
  const date = startsAt === null ? null : dateIn(startsAt, zone);
  const isToday = date !== null && date === dateIn(now, zone);
  const state = isToday ? 'today' : startsAt !== null && startsAt < now ? 'past' : undefined;
  return (
    <li className="tour-stop" data-state={state}>
      <i aria-hidden />
      <span className="tour-day">
        {date === null ? (
          text.noDate
        ) : (
          <time dateTime={startsAt!}>
            {shortDate(date)} <small>{shortWeekday(date)}</small>
          </time>
        )}
      </span>
      <span className="tour-name">
        <Link to="/events/$eventId" params={{ eventId: id }} dir="auto">
          {name}
        </Link>
        <small>
          {isToday ? <b className="now">{eventText.today}</b> : null}
          {[startsAt === null ? null : clockText(startsAt, zone), venue?.name ?? venue?.city]
            .filter((part) => part != null && part !== '')
            .join(' · ')}
        </small>
      </span>
      <span className="tour-state">
        <EventState status={status} />
      </span>
      <AnswersBar of={summary} />
      {summary === undefined ? (
        <span />
      ) : (
        <SeatsTaken seats={{ ...summary.seats, ...(state === 'past' && { guestsWithoutSeat: null }) }} />
      )}
      <span className="tour-spent">
        <Amounts amounts={summary?.expenses ?? []} />
      </span>
    </li>
  );
}
