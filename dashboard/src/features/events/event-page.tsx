import { Menu } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { GetEventResponse } from '@tour-events/client';
import { Suspense, useState, type ComponentProps, type ComponentType } from 'react';
import { DeleteDialog } from '../../shared/delete-dialog';
import { DateTile } from '../../shared/date-tile';
import { DeletedNotice } from '../../shared/deleted-notice';
import { CalendarDaysIcon, MapPinIcon, PaperAirplaneIcon, PencilSquareIcon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { lazyPart } from '../../shared/lazy-part';
import { useListSearch } from '../../shared/list-search';
import { MenuItemLink } from '../../shared/menu-item-link';
import { OpenForm } from '../../shared/open-form';
import { Page, PageSkeleton } from '../../shared/page';
import { PageActions } from '../../shared/page-actions';
import { PageTabs } from '../../shared/page-tabs';
import { ButtonLink } from '../../shared/text-link';
import { dateIn, daysFromNow, OWN_TIME_ZONE, periodText } from '../../shared/time';
import { StatusMenu } from '../../shared/status-menu';
import { tourColour } from '../../shared/tour-colour';
import { useSettled } from '../../shared/use-settled';
import { HistoryItem } from '../audit-logs';
import { CheckInTab, GuestViews } from '../event-guests';
import { ExpensesTab } from '../expenses';
import { MessagesTab } from '../notifications';
import { SeatsTab } from '../seats';
import { useMay } from '../session';
import { TeamTab } from '../team';
import { TripsTab } from '../trips';
import { EVENT_TONES, EventState } from './event-status';
import { events } from './event';
import { tourStopsQuery } from './events-queries';
import { LineOfStops } from './line-of-stops';
import { useEventSummary } from './use-event-summary';

const DuplicateForm = lazyDialog(() => import('./duplicate-form').then((file) => file.DuplicateForm));
const EventForm = lazyDialog(() => import('./event-form').then((file) => file.EventForm));

interface TabProps {
  readonly event: GetEventResponse;
}

/** Each tab's code is loaded when it is first opened. */
const TABS: Readonly<Record<string, ComponentType<TabProps>>> = {
  overview: lazyPart(() => import('./event-overview').then((file) => file.EventOverview)),
  guests: GuestViews,
  seats: SeatsTab,
  trips: TripsTab,
  expenses: ExpensesTab,
  messages: MessagesTab,
  team: TeamTab,
  'check-in': CheckInTab,
};

export function EventPage() {
  const { eventId } = useParams({ from: '/app/events/$eventId' });
  const { events: text, nav } = useText();
  const navigate = useNavigate();
  const { search, filter } = useListSearch();
  const { data: event, error } = useSuspenseQuery(events.one(eventId));
  const { record } = event;
  const { tourId, startsAt, timezone, venue, status } = record;
  // Whether there is a line above the tabs, and what counts stand in them.
  useSettled(...(tourId === null ? [] : [tourStopsQuery(tourId)]));
  const tab = String(search['tab'] ?? '') in TABS ? String(search['tab']) : 'overview';
  const Content = TABS[tab]!;
  const open = (next: string | null) =>
    void navigate({ to: '.', search: next === 'overview' ? {} : { tab: next ?? undefined } });
  const colour = tourColour(tourId);
  const place = [venue?.name, venue?.city].filter((part) => part != null && part !== '').join(', ');
  return (
    <Page
      title={record.name}
      icon={<DateTile at={startsAt} zone={timezone} colour={tourId === null ? 'var(--te-tour-1)' : colour} />}
      crumbs={
        tourId === null
          ? [{ label: nav.events, to: '/events' }]
          : [
              { label: nav.tours, to: '/tours' },
              { label: record.tourName ?? text.fields.tourId, to: `/tours/${tourId}`, colour },
            ]
      }
      meta={
        <>
          <li>
            <CalendarDaysIcon />
            {startsAt === null ? text.rules.undated : <When event={record} startsAt={startsAt} />}
          </li>
          {place === '' ? null : (
            <li>
              <MapPinIcon />
              <span title={venue?.address ?? undefined}>{place}</span>
            </li>
          )}
        </>
      }
      // Of a deleted event nothing can be changed.
      status={
        error === null ? (
          <StatusMenu of={events} shown={event} tones={EVENT_TONES} text={text} />
        ) : (
          <EventState status={status} />
        )
      }
      actions={<Actions record={record} etag={event.etag} isOverview={tab === 'overview'} />}
      below={tourId === null ? undefined : <LineOfStops event={record} tourId={tourId} tab={tab} />}
    >
      <DeletedNotice error={error} list="/events" />
      <PageTabs label={text.tabsLabel} value={tab} onChange={open} tabs={useTabs(record)}>
        <Suspense fallback={<PageSkeleton />}>
          <Content event={record} />
        </Suspense>
      </PageTabs>
      <OpenForm Form={EventForm} record={event} />
      {search['form'] === 'duplicate' ? (
        <DuplicateForm
          event={record}
          onDone={({ id }) => void navigate({ to: '/events/$eventId', params: { eventId: id } })}
          onClose={() => filter({ form: undefined })}
        />
      ) : null}
    </Page>
  );
}

/** From when to when, by the clocks there, and how long until then; on hover by the reader's own. */
function When({ event: { endsAt, timezone }, startsAt }: TabProps & { readonly startsAt: string }) {
  return (
    <span>
      <time dateTime={startsAt} title={periodText(startsAt, endsAt, OWN_TIME_ZONE)}>
        {periodText(startsAt, endsAt, timezone)}
      </time>{' '}
      <span className="page-meta-note">{daysFromNow(dateIn(startsAt, timezone), timezone)}</span>
    </span>
  );
}

/** The tabs, with what one wants to know before opening one. */
function useTabs(event: GetEventResponse) {
  const { events: text } = useText();
  const { data } = useEventSummary(event);
  const guests = Object.values(data?.rsvp ?? {}).reduce((sum, count) => sum + count, 0);
  const short = data?.seats.guestsWithoutSeat ?? 0;
  const counts: Readonly<Record<string, ComponentProps<typeof PageTabs>['tabs'][number]['count']>> = {
    guests: guests === 0 ? undefined : { number: guests, words: text.guestsCount(guests) },
    seats: short === 0 ? undefined : { number: short, tone: 'waiting', words: text.short(short) },
  };
  return Object.entries(text.tabs).map(([value, label]) => ({ value, label, count: counts[value] }));
}

interface ActionsProps {
  readonly record: GetEventResponse;
  readonly etag: string;
  /** On the other tabs the one filled button is the tab's own. */
  readonly isOverview: boolean;
}

function Actions({ record, etag, isOverview }: ActionsProps) {
  const { callSheet, events: text, common, sheets } = useText();
  const navigate = useNavigate();
  const { filter } = useListSearch();
  const maySend = useMay('notifications.send');
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <PageActions
        actions={[{ label: common.edit, icon: PencilSquareIcon, run: () => filter({ form: 'edit' }) }]}
        primary={
          maySend ? (
            <ButtonLink
              variant={isOverview ? 'filled' : 'default'}
              leftSection={<PaperAirplaneIcon />}
              to="/events/$eventId"
              params={{ eventId: record.id }}
              search={{ tab: 'messages', form: 'message' }}
            >
              {text.messageGuests}
            </ButtonLink>
          ) : undefined
        }
      >
        <MenuItemLink to="/events/$eventId/call-sheet" params={{ eventId: record.id }}>
          {callSheet.link}
        </MenuItemLink>
        <MenuItemLink to="/events/$eventId/guest-list" params={{ eventId: record.id }}>
          {sheets.guestList}
        </MenuItemLink>
        <Menu.Item component="a" href={`/api/events/${record.id}/calendar.ics`}>
          {text.calendar}
        </Menu.Item>
        <Menu.Item onClick={() => filter({ form: 'duplicate' })}>{text.duplicate}</Menu.Item>
        <HistoryItem type="event" id={record.id} />
        <Menu.Item color="red" onClick={() => setDeleting(true)}>
          {common.delete}
        </Menu.Item>
      </PageActions>
      {isDeleting ? (
        <DeleteDialog
          text={text}
          name={record.name}
          run={() => events.remove(record.id, etag)}
          onDone={() => void navigate({ to: '/events' })}
          onCancel={() => setDeleting(false)}
        />
      ) : null}
    </>
  );
}
