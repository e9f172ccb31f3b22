import { Button, CopyButton, Group, Menu, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { GetEventResponse, ListEventGuestsData, ListEventGuestsResponse } from '@tour-events/client';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { useText } from '../../shared/language';
import { listQuery, useListSearch } from '../../shared/list-search';
import { Empty } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { RecordTable, type Column } from '../../shared/record-table';
import { RowMenu } from '../../shared/row-menu';
import { RowSelect } from '../../shared/row-select';
import { SearchInput } from '../../shared/search-input';
import { TextLink } from '../../shared/text-link';
import { HistoryItem } from '../audit-logs';
import { AllowedForm } from './allowed-form';
import { AddGuests } from './add-guests';
import { ANSWERS } from './answer-state';
import { BulkActions } from './bulk-actions';
import { CompanionsForm } from './companions-form';
import { answer, checkIn, eventGuestsQuery, removeGuests } from './event-guests-queries';
import { useEventVehicles, type EventVehicle } from './event-vehicles';
import { PlusOnes } from './plus-ones';

type EventGuest = ListEventGuestsResponse['data'][number];

/** Who is on an event, with their answers. */
export function GuestsTab({ event }: { readonly event: GetEventResponse }) {
  const { eventGuests: text, common } = useText();
  const { search, filter } = useListSearch();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const asked = listQuery(search, { q: 'text', rsvp: ANSWERS, sortBy: ['name', 'createdAt'] });
  const { rsvp } = asked;
  const query = { limit: 50, sortBy: 'name', ...asked } as unknown as ListEventGuestsData['query'];
  const list = useQuery(eventGuestsQuery(event.id, query));
  const [allowing, setAllowing] = useState<EventGuest | null>(null);
  const [naming, setNaming] = useState<EventGuest | null>(null);
  const [removing, setRemoving] = useState<EventGuest | null>(null);
  const change = useMutation({ mutationFn: (run: () => Promise<unknown>) => run() });
  const vehicles = useEventVehicles(event.id);
  const columns = useColumns(vehicles, (work) => change.mutate(work), setRemoving, setAllowing, setNaming);
  const chosen = list.data?.data.filter(({ id }) => selected.has(id)) ?? [];
  const add = <Button onClick={() => filter({ form: 'guests' })}>{text.add}</Button>;
  return (
    <Stack>
      <Group justify="space-between">
        <Group gap="sm">
          <SearchInput />
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
      {chosen.length === 0 ? null : (
        <BulkActions eventId={event.id} guests={chosen} vehicles={vehicles} onDone={() => setSelected(new Set())} />
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
          asked.q === undefined && rsvp === undefined ? (
            <Empty action={add}>{text.empty}</Empty>
          ) : (
            <Empty>{common.nothingFound}</Empty>
          )
        }
      />
      {removing === null ? null : (
        <ConfirmDialog
          title={text.removeOneTitle(removing.guest.name)}
          action={text.remove}
          run={() => removeGuests(event.id, [removing.id])}
          onDone={() => setRemoving(null)}
          onCancel={() => setRemoving(null)}
        >
          {text.removeText}
        </ConfirmDialog>
      )}
      {allowing === null ? null : <AllowedForm eventGuest={allowing} onClose={() => setAllowing(null)} />}
      {naming === null ? null : <CompanionsForm eventGuest={naming} onClose={() => setNaming(null)} />}
      {search['form'] === 'guests' ? (
        <AddGuests eventId={event.id} onClose={() => filter({ form: undefined })} />
      ) : null}
    </Stack>
  );
}

function useColumns(
  vehicles: readonly EventVehicle[],
  run: (work: () => Promise<unknown>) => void,
  onRemove: (eventGuest: EventGuest) => void,
  onAllow: (eventGuest: EventGuest) => void,
  onName: (eventGuest: EventGuest) => void,
): Column<EventGuest>[] {
  const { eventGuests: text, common } = useText();
  return [
    {
      key: 'name',
      title: text.name,
      sortKey: 'name',
      phone: 'first',
      render: ({ guest, companions, party }) => (
        <>
          <TextLink to="/guests/$guestId" params={{ guestId: guest.id }}>
            {guest.name}
          </TextLink>
          {companions.length === 0 ? null : (
            <Text size="xs" c="dimmed">
              {text.with(companions.map(({ name }) => name).join(', '))}
            </Text>
          )}
          {party === null ? null : (
            <Text size="xs" c="dimmed">
              {text.group(party.name)}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'rsvp',
      title: text.answer,
      phone: 'second',
      render: ({ id, eventId, rsvp, guest }) =>
        guest.erasedAt === null ? (
          <RowSelect
            w={130}
            label={text.answerOf(guest.name)}
            data={ANSWERS.map((value) => ({ value, label: text.answers[value] }))}
            value={rsvp}
            onChange={(value) => run(() => answer(eventId, id, { rsvp: value }))}
          />
        ) : (
          text.answers[rsvp]
        ),
    },
    {
      key: 'plusOnes',
      title: text.plusOnes,
      align: 'right',
      phone: 'second',
      render: (one) => <PlusOnes eventGuest={one} />,
    },
    {
      key: 'seat',
      title: text.seat,
      phone: 'second',
      render: ({ vehicleAssignmentId: seat }) =>
        seat === null ? '–' : (vehicles.find(({ id }) => id === seat)?.name ?? text.seated),
    },
    {
      key: 'written',
      title: text.note,
      phone: 'second',
      render: ({ guest: { dietary }, notes }) =>
        dietary === null && notes === null ? (
          '–'
        ) : (
          <Text size="xs" className="prose" lineClamp={4} title={[dietary, notes].filter(Boolean).join('\n')}>
            {[dietary === null ? null : `${text.needs}: ${dietary}`, notes].filter(Boolean).join('\n')}
          </Text>
        ),
    },
    {
      key: 'actions',
      title: common.actions,
      titleHidden: true,
      align: 'right',
      phone: 'second',
      render: (one) => (
        <RowActions
          eventGuest={one}
          run={run}
          onRemove={() => onRemove(one)}
          onAllow={() => onAllow(one)}
          onName={() => onName(one)}
        />
      ),
    },
  ];
}

interface RowProps {
  readonly eventGuest: EventGuest;
  readonly run: (work: () => Promise<unknown>) => void;
  readonly onRemove: () => void;
  readonly onAllow: () => void;
  readonly onName: () => void;
}

function RowActions({ eventGuest, run, onRemove, onAllow, onName }: RowProps) {
  const { eventGuests: text } = useText();
  const { id, guest } = eventGuest;
  return (
    <RowMenu label={text.actionsOf(guest.name)} closeOnItemClick={false}>
      {guest.erasedAt === null ? <AnswerItems eventGuest={eventGuest} onAllow={onAllow} onName={onName} /> : null}
      <HistoryItem type="event_guest" id={id} />
      {guest.erasedAt === null ? <CheckInItem eventGuest={eventGuest} run={run} /> : null}
      <Menu.Item color="red" closeMenuOnClick onClick={onRemove}>
        {text.remove}
      </Menu.Item>
    </RowMenu>
  );
}

/** Of a guest who was erased nothing can be changed. */
function AnswerItems({ eventGuest, onAllow, onName }: Pick<RowProps, 'eventGuest' | 'onAllow' | 'onName'>) {
  const { eventGuests: text, common } = useText();
  const { rsvpUrl, plusOnes, companions } = eventGuest;
  return (
    <>
      <CopyButton value={rsvpUrl}>
        {({ copied, copy }) => <Menu.Item onClick={copy}>{copied ? common.copied : text.copyLink}</Menu.Item>}
      </CopyButton>
      <Menu.Item closeMenuOnClick onClick={onAllow}>
        {text.allowed}
      </Menu.Item>
      {plusOnes === 0 && companions.length === 0 ? null : (
        <Menu.Item closeMenuOnClick onClick={onName}>
          {text.companions}
        </Menu.Item>
      )}
    </>
  );
}

function CheckInItem({ eventGuest: { id, eventId, checkedInAt }, run }: Pick<RowProps, 'eventGuest' | 'run'>) {
  const { eventGuests: text } = useText();
  return (
    <Menu.Item onClick={() => run(() => checkIn(eventId, id, checkedInAt === null))}>
      {checkedInAt === null ? text.checkIn : text.undoCheckIn}
    </Menu.Item>
  );
}
