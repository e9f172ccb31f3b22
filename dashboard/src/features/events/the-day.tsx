import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse } from '@tour-events/client';
import { Card } from '../../shared/card';
import { useText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { TextLink } from '../../shared/text-link';
import { clockText, dateIn, instantWithZone, shortDate, shortWeekday } from '../../shared/time';
import { dayQuery, type EventDay } from './events-queries';
import { useEventSummary } from './use-event-summary';

interface Item {
  readonly key: string;
  readonly at: string;
  readonly what: string;
  readonly who: string;
  /** The beginning itself. */
  readonly isStart?: true;
}

const NOTHING = { team: 0, trips: null };

/** What happens when: who is called, which vehicle leaves, and the beginning, by the clocks of the place. */
export function TheDay({ event }: { readonly event: GetEventResponse }) {
  const { events: text } = useText();
  const { id, startsAt, timezone } = event;
  const summary = useEventSummary(event).data;
  const { data, error } = useQuery({ ...dayQuery(id, summary ?? NOTHING), enabled: summary !== undefined });
  const items = useItems(event, data);
  if (error !== null) return <ProblemAlert error={error} />;
  if (data === undefined) return <Skeleton h={180} radius={12} data-loading />;
  if (items.length === 0) return null;
  const day = startsAt === null ? null : dateIn(startsAt, timezone);
  return (
    <Card
      title={text.theDay}
      more={
        <TextLink to="/events/$eventId" params={{ eventId: id }} search={{ tab: 'trips' }}>
          {text.tabs.trips}
        </TextLink>
      }
    >
      <ol className="the-day">
        {items.map(({ key, at, what, who, isStart }) => {
          const date = dateIn(at, timezone);
          return (
            <li key={key} data-start={isStart}>
              <time dateTime={at} title={instantWithZone(at, timezone)}>
                {clockText(at, timezone)}
                {date === day ? null : <small>{`${shortWeekday(date)} ${shortDate(date)}`}</small>}
              </time>
              <i aria-hidden />
              <span>
                {what}
                <small>{who}</small>
              </span>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

/** More people who are called at one time are a count. */
const MAX_NAMED = 3;

function useItems({ startsAt, endsAt, timezone, venue }: GetEventResponse, day: EventDay | undefined): Item[] {
  const { events: text, trips: tripsText } = useText();
  const calls = Map.groupBy(day?.team ?? [], ({ callTime }) => callTime ?? '');
  const items: Item[] = [...calls].flatMap(([at, team]) => {
    if (at === '') return [];
    const names = team.slice(0, MAX_NAMED).map(({ name, role }) => (role === null ? name : `${name}, ${role}`));
    const more = team.length - names.length;
    const who = [...names, ...(more > 0 ? [text.andMore(more)] : [])].join(' · ');
    return [{ key: `call ${at}`, at, what: text.call, who }];
  });
  for (const { id, departsAt, vehicle, direction, stops, driver, status } of day?.trips ?? [])
    if (status !== 'cancelled')
      items.push({
        key: id,
        at: departsAt,
        what: text.leaves(vehicle.name, stops[0]?.name ?? tripsText.directions[direction]),
        who: driver?.name ?? tripsText.noDriver,
      });
  if (startsAt !== null)
    items.push({
      key: 'start',
      at: startsAt,
      what: text.begins,
      who: [venue?.name ?? venue?.city, endsAt === null ? null : text.until(clockText(endsAt, timezone))]
        .filter((part) => part != null && part !== '')
        .join(', '),
      isStart: true,
    });
  return items.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
