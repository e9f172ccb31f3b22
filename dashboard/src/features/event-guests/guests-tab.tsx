import { ActionIcon, Button, CopyButton, Group, Menu, Select, Stack, TextInput } from '@mantine/core';
import { EllipsisHorizontalIcon } from '@heroicons/react/24/outline';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { GetEventResponse, ListEventGuestsData, ListEventGuestsResponse, Rsvp } from '@tour-events/client';
import { useState } from 'react';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Empty } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { RecordTable, type Column } from '../../shared/record-table';
import { TextLink } from '../../shared/text-link';
import { AddGuests } from './add-guests';
import { ANSWERS } from './answer-state';
import { answer, checkIn, eventGuestsQuery, removeGuest } from './event-guests-queries';

type EventGuest = ListEventGuestsResponse['data'][number];

/** Who is on an event, with their answers. */
export function GuestsTab({ event }: { readonly event: GetEventResponse }) {
  const { eventGuests: text, common } = useText();
  const { search, filter, filterSoon } = useListSearch();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { page, q, sortBy = 'name', sortDir } = search;
  const rsvp = search['rsvp'] as string | undefined;
  const query = { limit: 50, page, q, rsvp, sortBy, sortDir } as unknown as ListEventGuestsData['query'];
  const list = useQuery(eventGuestsQuery(event.id, query));
  const change = useMutation({ mutationFn: (run: () => Promise<unknown>) => run() });
  const columns = useColumns((work) => change.mutate(work));
  const add = <Button onClick={() => filter({ form: 'guests' })}>{text.add}</Button>;
  const all = (work: (id: string) => Promise<void>) =>
    change.mutate(async () => {
      for (const id of selected) await work(id);
      setSelected(new Set());
    });
  return (
    <Stack>
      <Group justify="space-between">
        <Group gap="sm">
          <TextInput
            aria-label={common.search}
            placeholder={common.search}
            type="search"
            defaultValue={q ?? ''}
            onChange={({ currentTarget }) => filterSoon({ q: currentTarget.value })}
          />
          <Select
            aria-label={text.answer}
            placeholder={text.answer}
            clearable
            clearButtonProps={{ 'aria-label': common.clear }}
            data={ANSWERS.map((value) => ({ value, label: text.answers[value] }))}
            value={rsvp ?? null}
            onChange={(value) => filter({ rsvp: value ?? undefined })}
          />
        </Group>
        {add}
      </Group>
      {change.error === null ? null : <ProblemAlert error={change.error} />}
      {selected.size === 0 ? null : (
        <Group gap="xs" role="group" aria-label={text.selected(selected.size)}>
          {text.selected(selected.size)}
          {ANSWERS.map((value) => (
            <Button
              key={value}
              size="xs"
              variant="default"
              onClick={() => all((id) => answer(event.id, id, { rsvp: value }))}
            >
              {text.answers[value]}
            </Button>
          ))}
          <Button size="xs" variant="default" onClick={() => all((id) => checkIn(event.id, id, true))}>
            {text.checkIn}
          </Button>
          <Button size="xs" color="red" variant="light" onClick={() => all((id) => removeGuest(event.id, id))}>
            {text.remove}
          </Button>
        </Group>
      )}
      <RecordTable
        caption={text.guests}
        columns={columns}
        list={list}
        selection={{
          selected,
          onSelect: setSelected,
          nameOf: (id) => text.select(list.data?.data.find((one) => one.id === id)?.guest.name ?? ''),
        }}
        empty={
          q === undefined && rsvp === undefined ? (
            <Empty action={add}>{text.empty}</Empty>
          ) : (
            <Empty>{common.nothingFound}</Empty>
          )
        }
      />
      {search['form'] === 'guests' ? (
        <AddGuests eventId={event.id} onClose={() => filter({ form: undefined })} />
      ) : null}
    </Stack>
  );
}

function useColumns(run: (work: () => Promise<unknown>) => void): Column<EventGuest>[] {
  const { eventGuests: text } = useText();
  return [
    {
      key: 'name',
      title: text.name,
      sortKey: 'name',
      phone: 'first',
      render: ({ guest }) => (
        <TextLink to="/guests/$guestId" params={{ guestId: guest.id }}>
          {guest.name}
        </TextLink>
      ),
    },
    {
      key: 'rsvp',
      title: text.answer,
      phone: 'second',
      render: ({ id, eventId, rsvp, guest }) => (
        <Select
          size="xs"
          w={130}
          aria-label={text.answerOf(guest.name)}
          allowDeselect={false}
          data={ANSWERS.map((value) => ({ value, label: text.answers[value] }))}
          value={rsvp}
          onChange={(value) => run(() => answer(eventId, id, { rsvp: value as Rsvp }))}
        />
      ),
    },
    { key: 'plusOnes', title: text.plusOnes, align: 'right', phone: 'second', render: ({ plusOnes }) => plusOnes },
    {
      key: 'seat',
      title: text.seat,
      render: ({ vehicleAssignmentId }) => (vehicleAssignmentId === null ? '–' : text.seated),
    },
    {
      key: 'actions',
      title: '',
      align: 'right',
      phone: 'second',
      render: (one) => <RowActions eventGuest={one} run={run} />,
    },
  ];
}

interface RowProps {
  readonly eventGuest: EventGuest;
  readonly run: (work: () => Promise<unknown>) => void;
}

function RowActions({ eventGuest: { id, eventId, guest, plusOnes, rsvpUrl, checkedInAt }, run }: RowProps) {
  const { eventGuests: text, common } = useText();
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={text.actionsOf(guest.name)}>
          <EllipsisHorizontalIcon width={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <CopyButton value={rsvpUrl}>
          {({ copied, copy }) => <Menu.Item onClick={copy}>{copied ? common.copied : text.copyLink}</Menu.Item>}
        </CopyButton>
        <Menu.Item onClick={() => run(() => answer(eventId, id, { plusOnes: plusOnes + 1 }))}>{text.more}</Menu.Item>
        <Menu.Item disabled={plusOnes === 0} onClick={() => run(() => answer(eventId, id, { plusOnes: plusOnes - 1 }))}>
          {text.fewer}
        </Menu.Item>
        <Menu.Item onClick={() => run(() => checkIn(eventId, id, checkedInAt === null))}>
          {checkedInAt === null ? text.checkIn : text.undoCheckIn}
        </Menu.Item>
        <Menu.Item color="red" onClick={() => run(() => removeGuest(eventId, id))}>
          {text.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
