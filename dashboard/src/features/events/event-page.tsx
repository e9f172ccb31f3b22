import { ActionIcon, Button, Menu, Tabs } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { GetEventResponse } from '@tour-events/client';
import { Suspense, useState, type ComponentType } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { DeletedNotice } from '../../shared/deleted-notice';
import { EllipsisHorizontalIcon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { lazyPart } from '../../shared/lazy-part';
import { useListSearch } from '../../shared/list-search';
import { Page, PageSkeleton } from '../../shared/page';
import { HistoryItem } from '../audit-logs';
import { DuplicateForm } from './duplicate-form';
import { EventForm } from './event-form';
import { EventState, EventStatusMenu } from './event-status';
import { deleteEvent, eventQuery } from './events-queries';

interface TabProps {
  readonly event: GetEventResponse;
}

/** Each tab's code is loaded when it is first opened. */
const TABS: Readonly<Record<string, ComponentType<TabProps>>> = {
  overview: lazyPart(() => import('./event-overview').then((file) => file.EventOverview)),
  guests: lazyPart(() => import('../event-guests').then((file) => file.GuestViews)),
  seats: lazyPart(() => import('../seats').then((file) => file.SeatsTab)),
  trips: lazyPart(() => import('../trips').then((file) => file.TripsTab)),
  expenses: lazyPart(() => import('../expenses').then((file) => file.ExpensesTab)),
  messages: lazyPart(() => import('../notifications').then((file) => file.MessagesTab)),
  team: lazyPart(() => import('../team').then((file) => file.TeamTab)),
  'check-in': lazyPart(() => import('../event-guests').then((file) => file.CheckInTab)),
};

export function EventPage() {
  const { eventId } = useParams({ from: '/app/events/$eventId' });
  const { events: text } = useText();
  const navigate = useNavigate();
  const { search, filter } = useListSearch();
  const { data: event, error } = useSuspenseQuery(eventQuery(eventId));
  const { record } = event;
  const tab = String(search['tab'] ?? '') in TABS ? String(search['tab']) : 'overview';
  const Content = TABS[tab]!;
  const open = (next: string | null) =>
    void navigate({ to: '.', search: (next === 'overview' ? {} : { tab: next ?? undefined }) as never });
  return (
    <Page
      title={record.name}
      // Of a deleted event nothing can be changed.
      status={error === null ? <EventStatusMenu event={event} /> : <EventState status={record.status} />}
      actions={<Actions record={record} etag={event.etag} />}
    >
      <DeletedNotice error={error} list="/events" />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List className="no-print" aria-label={text.tabsLabel}>
          {Object.entries(text.tabs).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="md">
          <Suspense fallback={<PageSkeleton />}>
            <Content event={record} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      {search['form'] === 'edit' ? (
        <EventForm
          event={event}
          onDone={() => filter({ form: undefined })}
          onClose={() => filter({ form: undefined })}
        />
      ) : null}
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

function Actions({ record, etag }: { readonly record: GetEventResponse; readonly etag: string }) {
  const { events: text, common } = useText();
  const navigate = useNavigate();
  const { filter } = useListSearch();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => filter({ form: 'edit' })}>
        {common.edit}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={34} aria-label={common.more}>
            <EllipsisHorizontalIcon width={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component="a" href={`/api/events/${record.id}/calendar.ics`}>
            {text.calendar}
          </Menu.Item>
          <Menu.Item onClick={() => filter({ form: 'duplicate' })}>{text.duplicate}</Menu.Item>
          <HistoryItem type="event" id={record.id} />
          <Menu.Item color="red" onClick={() => setDeleting(true)}>
            {common.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isDeleting ? (
        <ConfirmDialog
          title={text.deleteTitle(record.name)}
          action={common.delete}
          isFinal
          run={() => deleteEvent(record.id, etag)}
          onDone={() => void navigate({ to: '/events' })}
          onCancel={() => setDeleting(false)}
        >
          {text.deleteText}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
