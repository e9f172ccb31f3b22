import './month.css';
import { ActionIcon, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeftIcon, ChevronRightIcon } from '../../shared/icons';
import { locale, useText } from '../../shared/language';
import { isDate, useListSearch } from '../../shared/list-search';
import { Modal } from '../../shared/modal';
import { TextLink } from '../../shared/text-link';
import { clockText, dateIn, monthText, shortWeekday, weekdayText } from '../../shared/time';
import { tourColour } from '../../shared/tour-colour';
import { useSession } from '../session';
import { allEventsQuery, type PeriodQuery } from './events-queries';

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

/** More do not fit into a day; all of them are in its dialog. */
const MAX_SHOWN = 4;

interface Props {
  /** What the list beside is filtered by. */
  readonly filters: PeriodQuery;
}

/** A month of events, each on the day on which it starts by the clocks of its place. */
export function Month({ filters }: Props) {
  const { events: text, common } = useText();
  const { organization } = useSession();
  const { search, filter } = useListSearch();
  const chosen = String(search['month'] ?? '');
  const today = dateIn(new Date().toISOString(), organization.timezone);
  const month = isShown(chosen) ? chosen : today.slice(0, 7);
  const days = daysOf(month);
  const { data: events = [] } = useEventsOn(days, filters);
  const step = (months: number) => {
    const date = new Date(`${month}-01T00:00:00Z`);
    date.setUTCMonth(date.getUTCMonth() + months);
    filter({ month: iso(date.getTime()).slice(0, 7) });
  };
  const byDay = Map.groupBy(events, ({ startsAt, timezone }) => (startsAt === null ? '' : dateIn(startsAt, timezone)));
  const on = (day: string) => byDay.get(day) ?? [];
  const opened = days.find((day) => day === search['day']);
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
      <div className="month-weekdays" aria-hidden>
        {days.slice(0, 7).map((day) => (
          <span key={day}>{shortWeekday(day)}</span>
        ))}
      </div>
      <ol className="month-grid">
        {days.map((day) => (
          <li
            key={day}
            aria-current={day === today ? 'date' : undefined}
            data-outside={!day.startsWith(month) || undefined}
            data-empty={(on(day).length === 0 && day !== today) || undefined}
          >
            <time dateTime={day} aria-label={weekdayText(day)}>
              <span className="month-weekday">{shortWeekday(day)} </span>
              {Number(day.slice(8))}
            </time>
            {on(day)
              .slice(0, MAX_SHOWN)
              .map((event) => (
                <EventLink key={event.id} event={event} />
              ))}
            {on(day).length > MAX_SHOWN ? (
              <UnstyledButton className="month-more" onClick={() => filter({ day })}>
                {text.moreOnDay(on(day).length - MAX_SHOWN)}
                <VisuallyHidden> {weekdayText(day)}</VisuallyHidden>
              </UnstyledButton>
            ) : null}
          </li>
        ))}
      </ol>
      {opened === undefined ? null : (
        <Modal
          opened
          onClose={() => filter({ day: undefined })}
          title={weekdayText(opened)}
          closeButtonProps={{ 'aria-label': common.close }}
        >
          {on(opened).map((event) => (
            <EventLink key={event.id} event={event} isWhole />
          ))}
        </Modal>
      )}
    </section>
  );
}

/** The events around some days: those of other zones may be on the day before or after. */
function useEventsOn(days: readonly string[], { from, to, ...others }: Props['filters']) {
  const first = iso(Date.parse(days[0]!) - DAY_MS);
  const last = iso(Date.parse(days.at(-1)!) + DAY_MS);
  const bounds = {
    from: from !== undefined && from > first ? from : first,
    to: to !== undefined && to < last ? to : last,
  };
  return useQuery({ ...allEventsQuery({ ...others, ...bounds }), ...(bounds.from > bounds.to && { enabled: false }) });
}

interface EventLinkProps {
  readonly event: {
    readonly id: string;
    readonly name: string;
    readonly startsAt: string | null;
    readonly timezone: string;
    readonly tourId: string | null;
  };
  /** Whether a long name may take several lines. */
  readonly isWhole?: boolean;
}

function EventLink({ event: { id, name, startsAt, timezone, tourId }, isWhole = false }: EventLinkProps) {
  return (
    <TextLink
      to="/events/$eventId"
      params={{ eventId: id }}
      size={isWhole ? 'sm' : 'xs'}
      className={isWhole ? 'month-listed' : 'month-event'}
      style={{ '--edge': tourColour(tourId) }}
    >
      {clockText(startsAt!, timezone)} {name}
    </TextLink>
  );
}
