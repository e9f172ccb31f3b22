import './month.css';
import { ActionIcon, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeftIcon, ChevronRightIcon } from '../../shared/icons';
import { locale, useText } from '../../shared/language';
import { isDate, useListSearch } from '../../shared/list-search';
import { TextLink } from '../../shared/text-link';
import { clockText, dateIn, dateText, monthText } from '../../shared/time';
import { useSession } from '../session';
import { eventsBetweenQuery } from './events-queries';

const DAY_MS = 86_400_000;

const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Whether a month of the address lies within the years that events may be in, with the days around it. */
const isShown = (month: string) => isDate(`${month}-01`) && month > '1900-01' && month < '9999-12';

/** The days of the weeks that a month touches, from Monday or, where that is usual, from Sunday. */
function daysOf(month: string): string[] {
  const info = new Intl.Locale(locale()) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  const firstDay = info.getWeekInfo?.().firstDay ?? 1;
  const first = Date.parse(`${month}-01`);
  const start = first - ((new Date(first).getUTCDay() - firstDay + 7) % 7) * DAY_MS;
  const next = new Date(first);
  next.setUTCMonth(next.getUTCMonth() + 1);
  const weeks = Math.ceil((next.getTime() - start) / (7 * DAY_MS));
  return Array.from({ length: weeks * 7 }, (_, day) => iso(start + day * DAY_MS));
}

/** A month of events, each on the day on which it starts by the clocks of its place. */
export function Month() {
  const { events: text } = useText();
  const { organization } = useSession();
  const { search, filter } = useListSearch();
  const chosen = String(search['month'] ?? '');
  const today = dateIn(new Date().toISOString(), organization.timezone);
  const month = isShown(chosen) ? chosen : today.slice(0, 7);
  const days = daysOf(month);
  const { data } = useQuery(eventsBetweenQuery({ from: days[0]!, to: days.at(-1)! }));
  const step = (months: number) => {
    const date = new Date(`${month}-01T00:00:00Z`);
    date.setUTCMonth(date.getUTCMonth() + months);
    filter({ month: iso(date.getTime()).slice(0, 7) });
  };
  const on = (day: string) =>
    data?.data.filter(({ startsAt, timezone }) => startsAt !== null && dateIn(startsAt, timezone) === day) ?? [];
  return (
    <section aria-label={monthText(`${month}-01`)}>
      <Group gap="xs" mb="xs">
        <ActionIcon variant="default" aria-label={text.previousMonth} onClick={() => step(-1)}>
          <ChevronLeftIcon width={16} aria-hidden />
        </ActionIcon>
        <Text fw={600} miw={140} ta="center" aria-live="polite">
          {monthText(`${month}-01`)}
        </Text>
        <ActionIcon variant="default" aria-label={text.nextMonth} onClick={() => step(1)}>
          <ChevronRightIcon width={16} aria-hidden />
        </ActionIcon>
      </Group>
      <ol className="month-grid">
        {days.map((day) => (
          <li
            key={day}
            data-outside={!day.startsWith(month) || undefined}
            data-empty={on(day).length === 0 || undefined}
          >
            <time dateTime={day} aria-label={dateText(day)}>
              {Number(day.slice(8))}
            </time>
            {on(day).map(({ id, name, startsAt, timezone }) => (
              <TextLink key={id} to="/events/$eventId" params={{ eventId: id }} size="xs" className="month-event">
                {clockText(startsAt!, timezone)} {name}
              </TextLink>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
