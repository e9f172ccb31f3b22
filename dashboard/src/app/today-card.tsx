import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../features/session';
import { ArrowRightSolidIcon } from '../shared/icons';
import { useText } from '../shared/language';
import { clockText } from '../shared/time';
import { todayQuery } from './today-query';

/** What is on within a day, under the navigation: from every screen it is one click to the door. */
export function TodayCard() {
  const { shell } = useText();
  const { organization } = useSession();
  const event = useQuery(todayQuery(organization.timezone)).data;
  if (event?.summary == null) return null;
  const { people, seats } = event.summary;
  return (
    <Link className="today-card" to="/events/$eventId/check-in" params={{ eventId: event.id }}>
      <span className="now">{shell.todayAt(clockText(event.startsAt!, event.timezone))}</span>
      <b dir="auto">{event.name}</b>
      <small>{shell.comingToday(people ?? 0, seats.capacity === 0 ? 0 : (seats.guestsWithoutSeat ?? 0))}</small>
      <span className="today-link">
        {shell.openCheckIn}
        <ArrowRightSolidIcon width={16} />
      </span>
    </Link>
  );
}
