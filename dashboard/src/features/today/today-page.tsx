import './today.css';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DateInput } from '../../shared/date-input';
import { useText } from '../../shared/language';
import { isDate, useListSearch } from '../../shared/list-search';
import { Empty, Page } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { TextLink } from '../../shared/text-link';
import { clockText, dateIn, instantWithZone, weekdayText } from '../../shared/time';
import { useSettled } from '../../shared/use-settled';
import { useSession } from '../session';
import { dueAt, onBoard, TripState, useTripName } from '../trips';
import { dayEventsQuery, dayTripsQuery, moved, type DayEvent, type DayTrip } from './today-queries';

const MINUTE_MS = 60_000;

/** What happens on a day, by the minute: for the screen that lies open while it happens. */
export function TodayPage() {
  const { today: text } = useText();
  const { organization } = useSession();
  const zone = organization.timezone;
  const { search, filter } = useListSearch();
  const now = useNow();
  const present = dateIn(new Date(now).toISOString(), zone);
  const asked = String(search['day'] ?? '');
  const day = isDate(asked) ? asked : present;
  useSettled(dayEventsQuery(day), dayTripsQuery(day, zone));
  const events = useQuery(dayEventsQuery(day));
  const trips = useQuery(dayTripsQuery(day, zone));
  const go = (to: string) => filter({ day: to === present ? undefined : to });
  const error = events.error ?? trips.error;
  const items = itemsOf(events.data ?? [], trips.data ?? [], day, zone);
  const isReading = events.data === undefined || trips.data === undefined;
  return (
    <Page title={text.title}>
      <Stack>
        <Group gap="xs">
          <Button variant="default" onClick={() => go(moved(day, -1))}>
            {text.previous}
          </Button>
          <DateInput
            aria-label={text.day}
            value={day}
            flex="1 1 120px"
            maw={200}
            onChange={(to) => {
              if (isDate(to)) go(to);
            }}
          />
          <Button variant="default" onClick={() => go(moved(day, 1))}>
            {text.next}
          </Button>
          {day === present ? null : (
            <Button variant="subtle" onClick={() => go(present)}>
              {text.back}
            </Button>
          )}
        </Group>
        <Text fw={600}>{weekdayText(day)}</Text>
        {error === null ? null : <ProblemAlert error={error} />}
        {isReading && error === null ? <Skeleton h={240} data-loading /> : null}
        {!isReading && items.length === 0 ? <Empty>{text.empty}</Empty> : null}
        <ol className="day-list" aria-label={text.timeline}>
          {items.map((item) =>
            'trip' in item ? (
              <TripItem key={item.trip.id} trip={item.trip} zone={zone} now={now} />
            ) : (
              <EventItem key={item.event.id} event={item.event} zone={zone} />
            ),
          )}
        </ol>
      </Stack>
    </Page>
  );
}

type Item = { readonly at: string } & ({ readonly event: DayEvent } | { readonly trip: DayTrip });

/** Those that have begun before the day stand at its start; cancelled events are left out. */
function itemsOf(events: readonly DayEvent[], trips: readonly DayTrip[], day: string, zone: string): Item[] {
  const items: Item[] = [
    ...events.flatMap((event) =>
      event.startsAt === null || event.status === 'cancelled' ? [] : [{ at: event.startsAt, event }],
    ),
    ...trips.map((trip) => ({ at: trip.departsAt, trip })),
  ];
  return items
    .filter(({ at }) => dateIn(at, zone) <= day)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || ('trip' in a ? -1 : 1));
}

function EventItem({ event, zone }: { readonly event: DayEvent; readonly zone: string }) {
  const { today: text } = useText();
  const { id, name, startsAt, timezone, summary } = event;
  const { trips } = summary ?? {};
  const clockThere = clockText(startsAt!, timezone);
  const allTrips = trips == null ? 0 : trips.planned + trips.departed + trips.arrived;
  return (
    <li className="day-item">
      <Clock at={startsAt!} zone={zone} />
      <TextLink to="/events/$eventId" params={{ eventId: id }}>
        {name}
      </TextLink>
      <Text span size="sm" c="dimmed">
        {text.event}
      </Text>
      <span className="day-figures">
        {clockThere === clockText(startsAt!, zone) ? null : <span>{text.there(clockThere)}</span>}
        {summary?.checkedIn == null || !summary.people ? null : (
          <span>{text.checkedIn(summary.checkedIn, summary.people)}</span>
        )}
        {trips == null || allTrips === 0 ? null : (
          <span>{text.vehicles(trips.departed + trips.arrived, allTrips)}</span>
        )}
      </span>
    </li>
  );
}

function TripItem({ trip, zone, now }: { readonly trip: DayTrip; readonly zone: string; readonly now: number }) {
  const { today: text, trips: words } = useText();
  const tripName = useTripName();
  const { here, all } = onBoard(trip);
  const isOpen = trip.status === 'planned' || trip.status === 'boarding';
  const delay = (at: string | null) => (at === null ? 0 : Math.floor((now - Date.parse(at)) / MINUTE_MS));
  const late = isOpen ? delay(dueAt(trip)) : 0;
  const overdue = trip.status === 'departed' ? delay(trip.arrivesAt) : 0;
  const isLate = late > 0 || overdue > 0;
  return (
    <li className="day-item" data-late={isLate || undefined}>
      <Clock at={trip.departsAt} zone={zone} />
      <TextLink
        to="/events/$eventId"
        params={{ eventId: trip.eventId }}
        search={{ tab: 'trips', form: 'passengers', trip: trip.id }}
      >
        {tripName(trip, zone)}
      </TextLink>
      <TripState status={trip.status} />
      <span className="day-figures">
        <span>{words.onBoard(here, all)}</span>
        {late > 0 ? <span data-late>{text.late(late)}</span> : null}
        {overdue > 0 ? <span data-late>{text.overdue(overdue)}</span> : null}
        {late > 0 && trip.passengers.expected > 0 ? <span>{text.missing(trip.passengers.expected)}</span> : null}
        {isOpen && trip.driver === null ? <span>{text.noDriver}</span> : null}
        {trip.passengers.noShow > 0 ? <span>{words.absent(trip.passengers.noShow)}</span> : null}
      </span>
    </li>
  );
}

function Clock({ at, zone }: { readonly at: string; readonly zone: string }) {
  return (
    <time dateTime={at} title={instantWithZone(at, zone)}>
      {clockText(at, zone)}
    </time>
  );
}

/** The present, by the half minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), 30_000, { autoInvoke: true });
  return now;
}
