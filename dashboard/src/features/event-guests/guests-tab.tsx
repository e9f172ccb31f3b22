import './guests.css';
import { Button, CopyButton, Group, Menu, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse, ListEventGuestsResponse } from '@tour-events/client';
import { useState } from 'react';
import { Avatar } from '../../shared/avatar';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { PlusIcon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { listQuery, useListSearch } from '../../shared/list-search';
import { needsOf } from '../../shared/needs-of';
import { Empty, NothingFound } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { FailedChanges, useRowChanges, type ChangeRow } from '../../shared/row-changes';
import { RowMenu } from '../../shared/row-menu';
import { RowSelect } from '../../shared/row-select';
import { SearchInput } from '../../shared/search-input';
import { Chip } from '../../shared/status';
import { TextLink } from '../../shared/text-link';
import { choices } from '../../shared/choices';
import { HistoryItem } from '../audit-logs';
import { ANSWER_TONES, ANSWERS, AnswerState } from './answer-state';
import { BulkActions } from './bulk-actions';
import { answer, checkIn, eventGuestsQuery, removeGuests } from './event-guests-queries';
import { useEventVehicles, type EventVehicle } from './event-vehicles';
import { PlusOnes } from './plus-ones';

const AddGuests = lazyDialog(() => import('./add-guests').then((file) => file.AddGuests));
const AllowedForm = lazyDialog(() => import('./allowed-form').then((file) => file.AllowedForm));
const AnswersForm = lazyDialog(() => import('./answers-form').then((file) => file.AnswersForm));
const CompanionsForm = lazyDialog(() => import('./companions-form').then((file) => file.CompanionsForm));

type EventGuest = ListEventGuestsResponse['data'][number];

/** Who is on an event, with their answers. */
export function GuestsTab({ event }: { readonly event: GetEventResponse }) {
  const { eventGuests: text } = useText();
  const { search, filter } = useListSearch();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const asked = listQuery(search, { q: 'text', rsvp: { anyOf: ANSWERS }, sortBy: ['name', 'createdAt'] });
  const { rsvp } = asked;
  // Whoever waits for a place is on a list of their own, and not asked for an answer.
  const notWaiting = rsvp?.join() === 'pending' ? { waiting: false } : {};
  const query = { limit: 50, sortBy: 'name', ...asked, ...notWaiting } as const;
  const list = useQuery(eventGuestsQuery(event.id, query));
  const [allowing, setAllowing] = useState<EventGuest | null>(null);
  const [naming, setNaming] = useState<EventGuest | null>(null);
  const [answering, setAnswering] = useState<EventGuest | null>(null);
  const [removing, setRemoving] = useState<EventGuest | null>(null);
  const { change, failed } = useRowChanges();
  const vehicles = useEventVehicles(event.id);
  const columns = useColumns(
    vehicles,
    change,
    setRemoving,
    setAllowing,
    setNaming,
    event.questions.length === 0 ? null : setAnswering,
  );
  const chosen = list.data?.data.filter(({ id }) => selected.has(id)) ?? [];
  const isEmpty = list.data?.total === 0;
  const add = (isFilled: boolean) => (
    <Button
      variant={isFilled ? 'filled' : 'default'}
      leftSection={<PlusIcon />}
      onClick={() => filter({ form: 'guests' })}
    >
      {text.add}
    </Button>
  );
  return (
    <Stack className="guests">
      <div className="guest-tools no-print">
        {chosen.length === 0 ? (
          <Group justify="space-between">
            <SearchInput />
            <Group gap="sm">
              <Button variant="default" component="a" href={`/api/events/${event.id}/guests/export`} download>
                {text.download}
              </Button>
              {add(!isEmpty)}
            </Group>
          </Group>
        ) : (
          <BulkActions eventId={event.id} guests={chosen} vehicles={vehicles} onDone={() => setSelected(new Set())} />
        )}
      </div>
      <FailedChanges failed={failed} />
      <RecordTable
        caption={text.guests}
        noun="guests"
        columns={columns}
        list={list}
        selection={{
          selected,
          onSelect: setSelected,
          nameOf: (id) => text.select(list.data?.data.find((one) => one.id === id)?.guest.name ?? ''),
        }}
        empty={
          asked.q === undefined && rsvp === undefined ? (
            <Empty action={add(true)}>{text.empty}</Empty>
          ) : (
            <NothingFound noun="guests" />
          )
        }
      />
      {removing === null ? null : (
        <ConfirmDialog
          title={text.removeOneTitle(removing.guest.name)}
          action={text.remove}
          isFinal
          run={() => removeGuests(event.id, [removing.id])}
          onDone={() => setRemoving(null)}
          onCancel={() => setRemoving(null)}
        >
          {text.removeText}
        </ConfirmDialog>
      )}
      {allowing === null ? null : <AllowedForm eventGuest={allowing} onClose={() => setAllowing(null)} />}
      {answering === null ? null : <AnswersForm eventGuest={answering} onClose={() => setAnswering(null)} />}
      {naming === null ? null : <CompanionsForm eventGuest={naming} onClose={() => setNaming(null)} />}
      {search['form'] === 'guests' ? (
        <AddGuests eventId={event.id} onClose={() => filter({ form: undefined })} />
      ) : null}
    </Stack>
  );
}

function useColumns(
  vehicles: readonly EventVehicle[],
  change: ChangeRow,
  onRemove: (eventGuest: EventGuest) => void,
  onAllow: (eventGuest: EventGuest) => void,
  onName: (eventGuest: EventGuest) => void,
  onAnswer: ((eventGuest: EventGuest) => void) | null,
): Column<EventGuest>[] {
  const { eventGuests: text, common } = useText();
  return [
    {
      key: 'name',
      title: text.name,
      sortKey: 'name',
      phone: 'first',
      render: (one) => <Name eventGuest={one} />,
    },
    {
      key: 'rsvp',
      title: text.answer,
      phone: 'second',
      render: ({ id, eventId, rsvp, guest }) =>
        guest.erasedAt === null ? (
          <RowSelect
            tone={ANSWER_TONES[rsvp]}
            label={text.answerOf(guest.name)}
            data={choices(ANSWERS, text.answers)}
            value={rsvp}
            onChange={(value) => change({ id, name: guest.name }, () => answer(eventId, id, { rsvp: value }))}
          />
        ) : (
          <AnswerState rsvp={rsvp} />
        ),
    },
    {
      key: 'plusOnes',
      title: text.plusOnes,
      align: 'right',
      phone: 'second',
      isLabelled: true,
      render: (one) => <PlusOnes eventGuest={one} />,
    },
    {
      key: 'seat',
      title: text.seat,
      phone: 'second',
      render: ({ vehicleAssignmentId: seat }) =>
        seat === null ? null : (vehicles.find(({ id }) => id === seat)?.name ?? text.seated),
    },
    {
      key: 'needs',
      title: text.needs,
      phone: 'second',
      render: ({ guest: { dietary }, companions }) => {
        const needs = needsOf({ dietary, companions });
        return needs === null ? null : (
          <span title={needs}>
            <Chip tone="neutral">{needs}</Chip>
          </span>
        );
      },
    },
    {
      key: 'written',
      title: text.note,
      phone: 'second',
      render: ({ notes }) =>
        notes === null ? null : (
          <span className="guest-said" title={notes} dir="auto">
            {notes}
          </span>
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
          run={(work) => change({ id: one.id, name: one.guest.name }, work)}
          onRemove={() => onRemove(one)}
          onAllow={() => onAllow(one)}
          onName={() => onName(one)}
          onAnswer={onAnswer === null ? null : () => onAnswer(one)}
        />
      ),
    },
  ];
}

/** Who it is; below, where they are from and with whom they come. */
function Name({ eventGuest: { guest, companions, party, waitlist } }: { readonly eventGuest: EventGuest }) {
  const { eventGuests: text } = useText();
  const lines = [
    guest.company,
    companions.length === 0 ? null : text.with(companions.map(({ name }) => name).join(', ')),
    party === null ? null : text.group(party.name),
    waitlist === null ? null : text.waitlist.waits(waitlist.position),
  ].filter((line) => line !== null && line !== '');
  return (
    <div className="guest-name">
      <Avatar name={guest.name} />
      <div>
        <TextLink to="/guests/$guestId" params={{ guestId: guest.id }} title={guest.email ?? undefined} dir="auto">
          {guest.name}
        </TextLink>
        {lines.map((line) => (
          <small key={line} dir="auto">
            {line}
          </small>
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  readonly eventGuest: EventGuest;
  readonly run: (work: () => Promise<unknown>) => void;
  readonly onRemove: () => void;
  readonly onAllow: () => void;
  readonly onName: () => void;
  /** Null where the event asks nothing. */
  readonly onAnswer: (() => void) | null;
}

function RowActions({ eventGuest, run, onRemove, ...answers }: RowProps) {
  const { eventGuests: text } = useText();
  const { id, guest } = eventGuest;
  return (
    <RowMenu label={text.actionsOf(guest.name)} closeOnItemClick={false}>
      {guest.erasedAt === null ? <AnswerItems eventGuest={eventGuest} {...answers} /> : null}
      <HistoryItem type="event_guest" id={id} />
      {guest.erasedAt === null ? <CheckInItem eventGuest={eventGuest} run={run} /> : null}
      <Menu.Item color="red" closeMenuOnClick onClick={onRemove}>
        {text.remove}
      </Menu.Item>
    </RowMenu>
  );
}

/** Of a guest who was erased nothing can be changed. */
function AnswerItems({ eventGuest, onAllow, onName, onAnswer }: Omit<RowProps, 'run' | 'onRemove'>) {
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
      {onAnswer === null ? null : (
        <Menu.Item closeMenuOnClick onClick={onAnswer}>
          {text.answersTo}
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
