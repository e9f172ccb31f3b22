import { Link } from '@tanstack/react-router';
import type { GetOverviewResponse } from '@tour-events/client';
import { useText } from '../../shared/language';
import { ShareBar } from '../../shared/share-bar';
import { Chip } from '../../shared/status';
import { ButtonLink, TextLink } from '../../shared/text-link';
import { clockText, dateIn } from '../../shared/time';

type Upcoming = GetOverviewResponse['upcoming'][number];

/** More than these are on the screen Today. */
const MAX_TODAY = 2;

/** Those that are on: they begin today by the clocks of their place, or have begun and are not over. */
export function eventsOfToday(upcoming: readonly Upcoming[]): readonly Upcoming[] {
  const now = new Date().toISOString();
  return upcoming.filter(({ event: { startsAt, timezone } }) => {
    if (startsAt === null) return false;
    return startsAt < now || dateIn(startsAt, timezone) === dateIn(now, timezone);
  });
}

/** What is on today: how full its vehicles are, when the team is called, and the way to the door. */
export function Today({ events }: { readonly events: readonly Upcoming[] }) {
  const { home } = useText();
  return (
    <section className="card today" aria-labelledby="today">
      <div className="card-head">
        <h2 id="today" className="now">
          {home.today}
        </h2>
        <TextLink to="/today">{events.length > MAX_TODAY ? home.showAll(events.length) : home.wholeDay}</TextLink>
      </div>
      {events.slice(0, MAX_TODAY).map((item) => (
        <TodayEvent key={item.event.id} item={item} />
      ))}
    </section>
  );
}

function TodayEvent({ item }: { readonly item: Upcoming }) {
  const { callSheet, home, events: text } = useText();
  const { event, people, seats, vehicles, venue, assignedVehicles, firstCallTime } = item;
  const { id, name, startsAt, timezone } = event;
  const to = { to: '/events/$eventId', params: { eventId: id } } as const;
  const where = venue?.name ?? venue?.city;
  return (
    <article className="today-event" aria-label={name}>
      <p className="today-when">
        <b className="figures">{clockText(startsAt!, timezone)}</b>
        <Link {...to} dir="auto">
          {name}
        </Link>
        <span>{home.coming(people)}</span>
      </p>
      <p className="today-place">
        {[where, firstCallTime === null ? null : home.call(clockText(firstCallTime, timezone))]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {vehicles === 0 ? null : (
        <ul className="today-vehicles">
          {assignedVehicles.map(({ vehicleAssignmentId, name: vehicleName, seatsUsed, capacity }) => (
            <li key={vehicleAssignmentId}>
              <span className="one-line">{vehicleName}</span>
              <ShareBar shares={[{ value: seatsUsed, tone: 'accent' }]} rest={capacity - seatsUsed} />
              <span className="figures" title={home.seated(seatsUsed, capacity)}>
                {`${seatsUsed}/${capacity}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {seats.guestsWithoutSeat > 0 && vehicles > 0 ? (
        <Chip tone="waiting">{text.short(seats.guestsWithoutSeat)}</Chip>
      ) : null}
      <div className="today-actions">
        <ButtonLink variant="light" size="sm" {...to} search={{ tab: 'check-in' }}>
          {home.openCheckIn}
        </ButtonLink>
        <ButtonLink variant="default" size="sm" {...to} search={{ tab: 'seats' }}>
          {home.manifest}
        </ButtonLink>
        <ButtonLink variant="default" size="sm" to="/events/$eventId/call-sheet" params={to.params}>
          {callSheet.link}
        </ButtonLink>
      </div>
    </article>
  );
}
