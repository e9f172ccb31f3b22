import { Button, Group, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ListEventsData, ListEventsResponse } from '@tour-events/client';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { listQuery, useListSearch } from '../../shared/list-search';
import { Empty, NothingFound, Page } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { TextLink } from '../../shared/text-link';
import { dateIn } from '../../shared/time';
import { tourColour } from '../../shared/tour-colour';
import { AnswersBar } from './answers-bar';
import { EventFilters } from './event-filters';
import { EventForm } from './event-form';
import { EVENT_STATUSES, EventState } from './event-status';
import { eventsQuery } from './events-queries';
import { Month } from './month';
import { SeatsTaken } from './seats-taken';

type Event = ListEventsResponse['data'][number];

const FILTERS = { q: 'text', status: EVENT_STATUSES, tourId: 'text', from: 'date', to: 'date' } as const;
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
  const list = useQuery({
    ...eventsQuery({ limit: 20, sortBy: 'startsAt', include: ['summary'], ...query } as ListEventsData['query']),
    enabled: !isMonth,
  });
  const isFiltered = Object.keys(FILTERS).some((name) => name in query);
  return (
    <Page title={text.title} actions={newEvent}>
      <Group gap="sm" justify="space-between">
        <EventFilters />
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
      {isMonth ? (
        <Month filters={filters} />
      ) : (
        <RecordTable
          caption={text.title}
          columns={columns}
          list={list}
          edgeOf={({ tourId }) => tourColour(tourId)}
          isOver={isOver}
          empty={isFiltered ? <NothingFound /> : <Empty action={newEvent}>{text.empty}</Empty>}
        />
      )}
      {form === 'new' ? (
        <EventForm
          event={null}
          tourId={query.tourId}
          onDone={({ id }) => void navigate({ to: '/events/$eventId', params: { eventId: id } })}
          onClose={() => filter({ form: undefined })}
        />
      ) : null}
    </Page>
  );
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
    { key: 'answers', title: text.answers, render: ({ summary }) => <AnswersBar rsvp={summary?.rsvp ?? null} /> },
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
