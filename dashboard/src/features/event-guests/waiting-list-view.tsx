import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse, ListEventWaitlistResponse } from '@tour-events/client';
import { useState } from 'react';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Empty } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { FailedChanges, useRowChanges, type ChangeRow } from '../../shared/row-changes';
import { Instant } from '../../shared/instant';
import { useEventSummary } from '../events';
import { AddWaiting } from './add-waiting';
import { acceptWaiting, takeOffWaitlist, waitlistQuery } from './event-guests-queries';

type Entry = ListEventWaitlistResponse['data'][number] & { readonly id: string };

/** Who waits for a place at an event, and whom there is one for. */
export function WaitingListView({ event }: { readonly event: GetEventResponse }) {
  const { eventGuests: text } = useText();
  const { search } = useListSearch();
  const query = { limit: 50, page: search.page };
  const list = useQuery(waitlistQuery(event.id, query));
  const { data: summary } = useEventSummary(event);
  const { change, failed } = useRowChanges();
  const free = summary === undefined || summary.capacity === null ? Infinity : summary.capacity - (summary.people ?? 0);
  const [isAdding, setAdding] = useState(false);
  const columns = useColumns(event, Math.max(0, free), change);
  if (event.waitlist === 'off') return <Empty>{text.waitlist.off}</Empty>;
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed" size="sm">
          {text.waitlist[event.waitlist]}
        </Text>
        <Button onClick={() => setAdding(true)}>{text.waitlist.add}</Button>
      </Group>
      <FailedChanges failed={failed} />
      <RecordTable
        caption={text.waitlist.caption}
        noun="guests"
        columns={columns}
        list={list}
        empty={<Empty>{text.waitlist.empty}</Empty>}
      />
      {isAdding ? <AddWaiting eventId={event.id} onClose={() => setAdding(false)} /> : null}
    </Stack>
  );
}

function useColumns({ id: eventId, timezone }: GetEventResponse, free: number, change: ChangeRow): Column<Entry>[] {
  const { eventGuests, common } = useText();
  const text = eventGuests.waitlist;
  return [
    {
      key: 'position',
      title: text.position,
      align: 'right',
      phone: 'second',
      isLabelled: true,
      render: ({ position }) => position,
    },
    {
      key: 'name',
      title: eventGuests.name,
      phone: 'first',
      render: ({ name, party }) => (
        <>
          <span dir="auto">{name}</span>
          {party === null ? null : (
            <Text size="xs" c="dimmed" dir="auto">
              {eventGuests.group(party.name)}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'people',
      title: text.people,
      align: 'right',
      phone: 'second',
      isLabelled: true,
      render: ({ people }) => people,
    },
    {
      key: 'since',
      title: text.since,
      phone: 'second',
      render: ({ since }) => <Instant at={since} zone={timezone} />,
    },
    {
      key: 'actions',
      title: common.actions,
      titleHidden: true,
      align: 'right',
      phone: 'second',
      render: ({ id, name, people }) => (
        <Group gap="xs" justify="flex-end">
          {people > free ? (
            <Text size="xs" c="dimmed">
              {text.tooFew(people, free)}
            </Text>
          ) : (
            <Button
              size="compact-sm"
              variant="light"
              aria-label={text.acceptOne(name)}
              onClick={() => change({ id, name }, () => acceptWaiting(eventId, id))}
            >
              {text.accept}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            aria-label={text.takeOffOne(name)}
            onClick={() => change({ id, name }, () => takeOffWaitlist(eventId, id))}
          >
            {text.takeOff}
          </Button>
        </Group>
      ),
    },
  ];
}
