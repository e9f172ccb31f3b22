import type { GetEventResponse } from '@tour-events/client';
import { Card } from '../../shared/card';
import { useText } from '../../shared/language';
import { TextLink } from '../../shared/text-link';
import { clockText, dateIn, instantWithZone, shortDate, shortWeekday } from '../../shared/time';
import type { EventDetails } from './events-queries';

interface Item {
  readonly key: string;
  readonly at: string;
  readonly what: string;
  readonly who: string;
  /** The beginning itself. */
  readonly isStart?: true;
}

interface Props {
  readonly event: GetEventResponse;
  readonly details: EventDetails;
}

/** What happens when: who is called, which vehicle leaves, and the beginning, by the clocks of the place. */
export function TheDay({ event, details }: Props) {
  const { events: text } = useText();
  const { id, startsAt, timezone } = event;
  const items = useItems(event, details);
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

function useItems({ startsAt, endsAt, timezone, venue }: GetEventResponse, details: EventDetails): Item[] {
  const { events: text, trips: tripsText } = useText();
  const items: Item[] = (details.calls ?? []).map(({ callTime, people, members }) => {
    const names = members.map(({ name, role }) => (role === null ? name : `${name}, ${role}`));
    const more = people - names.length;
    const who = [...names, ...(more > 0 ? [text.andMore(more)] : [])].join(' · ');
    return { key: `call ${callTime}`, at: callTime, what: text.call, who };
  });
  for (const { tripId, departsAt, vehicleName, direction, from, driver } of details.departures ?? [])
    items.push({
      key: tripId,
      at: departsAt,
      what: text.leaves(vehicleName, from ?? tripsText.directions[direction]),
      who: driver ?? tripsText.noDriver,
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
