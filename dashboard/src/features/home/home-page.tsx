import './home.css';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { firstNameOf } from '../../shared/avatar';
import { useText } from '../../shared/language';
import { Page } from '../../shared/page';
import { dateIn, dayText, OWN_TIME_ZONE } from '../../shared/time';
import { useSettled } from '../../shared/use-settled';
import { unreadQuery } from '../announcements';
import { useSession } from '../session';
import { Checklist } from './checklist';
import { GoesOutToday } from './goes-out-today';
import { overviewQuery } from './home-queries';
import { eventsOfToday, Today } from './today';
import { ToDo } from './to-do';
import { UnreadAnnouncements } from './unread-announcements';
import { Upcoming } from './upcoming';

/** What is on today, what is to do, and what comes next. */
export function HomePage() {
  const { home } = useText();
  const { superAdmin, user } = useSession();
  useSettled(overviewQuery, unreadQuery);
  const { upcoming, attention, messagesToday, counts } = useSuspenseQuery(overviewQuery).data;
  // An operator plans no tours, except in an organization that has some.
  if (superAdmin && counts.tours + counts.events + counts.guests === 0)
    return <Navigate to="/platform/health" replace />;
  const today = eventsOfToday(upcoming);
  const hasNow = today.length > 0 || messagesToday.count > 0;
  return (
    <Page
      title={home.title}
      greeting={home.greeting(new Date().getHours(), firstNameOf(user.name))}
      actions={<span className="home-date">{dayText(dateIn(new Date().toISOString(), OWN_TIME_ZONE))}</span>}
    >
      <UnreadAnnouncements />
      <Checklist counts={counts} upcoming={upcoming} />
      <div className="home-next" data-today={hasNow || undefined}>
        {hasNow ? (
          <div className="home-now">
            {today.length === 0 ? null : <Today events={today} />}
            <GoesOutToday messages={messagesToday} />
          </div>
        ) : null}
        {counts.events === 0 ? null : <Upcoming events={upcoming} />}
      </div>
      <ToDo attention={attention} />
    </Page>
  );
}
