import { Button, Group, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ListEventsResponse } from '@tour-events/client';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { listQuery, useListSearch, type ListQuery } from '../../shared/list-search';
import { Empty, NothingFound, Page } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { TextLink } from '../../shared/text-link';
import { dateIn } from '../../shared/time';
import { tourColour } from '../../shared/tour-colour';
import { useSession } from '../session';
import { AnswersBar } from './answers-bar';
import { EventFilters } from './event-filters';
import { EVENT_STATUSES, EventState } from './event-status';
import { events } from './event';
import { Month } from './month';
import { SeatsTaken } from './seats-taken';

const EventForm = lazyDialog(() => import('./event-form').then((file) => file.EventForm));

type Event = ListEventsResponse['data'][number];

const FILTERS = { q: 'text', status: { anyOf: EVENT_STATUSES }, tourId: 'text', from: 'date', to: 'date' } as const;
const MINUTE_MS = 60_000;
const TAKES = { ...FILTERS, sortBy: ['startsAt', 'name', 'createdAt'] } as const;

export function EventsPage() {
  const { events: text } = useText();
  const { search, filter } = useListSearch();
  const navigate = useNavigate();
  const { form, view } = search;
  const query = listQuery(search, TAKES);
  const { page: _page, sortBy: _sortBy, sortDir: _sortDir, ...filters } = query;
  const columns = useColumns();
  const newEvent = <Button onClick={() => filter({ form: 'new' })}>{text.new}</Button>;
  const isMonth = view === 'month';
  const isFiltered = Object.keys(FILTERS).some((name) => name in query);
  const { list, isPast } = useEvents(
    query,
    isMonth ? 'none' : isFiltered || 'sortBy' in query ? 'all' : search['when'],
  );
  // Where nothing is planned, what is over is all there is: nothing to choose.
  const isWhole = isPast ? search['when'] !== 'past' : isFiltered;
  return (
    <Page title={text.title} actions={newEvent}>
      <Group gap="sm" justify="space-between">
        <EventFilters />
        <Group gap="xs" ml="auto">
          {isMonth || isWhole ? null : (
            <Button
              variant={isPast ? 'light' : 'subtle'}
              color="gray"
              aria-pressed={isPast}
              onClick={() => filter({ when: isPast ? undefined : 'past', sortBy: undefined, sortDir: undefined })}
            >
              {text.past}
            </Button>
          )}
          <SegmentedControl
            aria-label={text.view}
            data={[
              { value: 'list', label: text.list },
              { value: 'month', label: text.month },
            ]}
            value={isMonth ? 'month' : 'list'}
            onChange={(value) => filter({ view: value === 'month' ? value : undefined })}
          />
        </Group>
      </Group>
      {isMonth ? (
        <Month filters={filters} />
      ) : (
        <RecordTable
          caption={text.title}
          noun="events"
          columns={columns}
          list={list}
          edgeOf={({ tourId }) => tourColour(tourId)}
          isOver={isOver}
          empty={isFiltered ? <NothingFound noun="events" /> : <Empty action={newEvent}>{text.empty}</Empty>}
        />
      )}
      {form === 'new' ? (
        <EventForm
          record={null}
          tourId={query.tourId}
          onDone={({ id }) => void navigate({ to: '/events/$eventId', params: { eventId: id } })}
          onClose={() => filter({ form: undefined })}
        />
      ) : null}
    </Page>
  );
}

/**
 * The events of the list: without filters those from today on, then those without a date; the past ones newest first, on
 * request or while nothing else is planned. With filters all that match.
 */
function useEvents(query: ListQuery<typeof TAKES>, which: unknown) {
  const { organization } = useSession();
  const now = new Date();
  const read = { limit: 20, sortBy: 'startsAt' as const, include: ['summary' as const] };
  const isWhole = which === 'all' || which === 'none';
  const isDefault = !isWhole && which !== 'past';
  const upcoming = useQuery({
    ...events.list({
      ...read,
      from: dateIn(now.toISOString(), organization.timezone),
      ...query,
    }),
    enabled: isDefault,
  });
  // Latest first, the API has those without a date first.
  const latest = useQuery({ ...events.list({ ...read, sortDir: 'desc' as const }), enabled: isDefault });
  const undated = latest.data?.data.filter(({ startsAt }) => startsAt === null) ?? [];
  const isIdle = upcoming.data?.total === 0 && undated.length === 0 && (latest.data?.total ?? 0) > 0;
  const isPast = which === 'past' || (isDefault && isIdle);
  // To the minute, so that the same is asked for while one pages.
  const to = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS).toISOString();
  const rest = useQuery({
    ...events.list({ ...read, ...(isPast && { to, sortDir: 'desc' }), ...query }),
    enabled: which === 'all' || isPast,
  });
  if (!isDefault || isPast) return { list: rest, isPast };
  const page = upcoming.data;
  if (page === undefined || latest.data === undefined)
    return { list: { ...upcoming, data: undefined, error: upcoming.error ?? latest.error }, isPast };
  const isLast = page.page >= page.totalPages;
  const data = { ...page, data: isLast ? [...page.data, ...undated] : page.data, total: page.total + undated.length };
  return { list: { ...upcoming, data }, isPast };
}

/** Whether an event is over; one of today is not before it has ended, or the day has. */
function isOver({ startsAt, endsAt, timezone }: Pick<Event, 'startsAt' | 'endsAt' | 'timezone'>): boolean {
  const now = new Date().toISOString();
  return endsAt === null ? startsAt !== null && dateIn(startsAt, timezone) < dateIn(now, timezone) : endsAt < now;
}

function useColumns(): Column<Event>[] {
  const { events: text } = useText();
  return [
    {
      key: 'name',
      title: text.fields.name,
      sortKey: 'name',
      phone: 'first',
      render: ({ id, name }) => (
        <TextLink to="/events/$eventId" params={{ eventId: id }}>
          {name}
        </TextLink>
      ),
    },
    {
      key: 'status',
      title: text.fields.status,
      phone: 'second',
      render: ({ status }) => <EventState status={status} />,
    },
    {
      key: 'startsAt',
      title: text.fields.startsAt,
      sortKey: 'startsAt',
      phone: 'second',
      render: ({ startsAt, timezone }) => <Instant at={startsAt} zone={timezone} />,
    },
    {
      key: 'tour',
      title: text.fields.tourId,
      render: ({ tourId, tourName }) =>
        tourId === null ? null : (
          <TextLink to="/tours/$tourId" params={{ tourId }}>
            {tourName}
          </TextLink>
        ),
    },
    { key: 'venue', title: text.venue, render: ({ venue }) => venue?.city ?? venue?.name ?? '' },
    { key: 'answers', title: text.answers, render: ({ summary }) => <AnswersBar of={summary} /> },
    {
      key: 'seats',
      title: text.tabs.seats,
      align: 'right',
      render: ({ summary, ...event }) =>
        // Of what is over nobody is short any more.
        summary === undefined ? null : (
          <SeatsTaken seats={{ ...summary.seats, ...(isOver(event) && { guestsWithoutSeat: null }) }} />
        ),
    },
  ];
}
