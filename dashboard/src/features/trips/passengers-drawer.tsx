import { Button, Group, Menu, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse } from '@tour-events/client';
import { useId, useState } from 'react';
import type { ChoiceSource } from '../../shared/choice-source';
import { SHOWN_CHOICES } from '../../shared/choice-source';
import { api } from '../../shared/api';
import { hasWords } from '../../shared/folded';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { Drawer } from '../../shared/modal';
import { ProblemAlert } from '../../shared/problem-alert';
import { FailedChanges, useRowChanges } from '../../shared/row-changes';
import { RowMenu } from '../../shared/row-menu';
import { SearchSelect } from '../../shared/search-select';
import { clockText } from '../../shared/time';
import { TripSheet } from './trip-sheet';
import { onBoard, stopsWith, useTripName } from './trip-state';
import {
  addPassenger,
  passengersQuery,
  removePassenger,
  updatePassenger,
  type Passenger,
  type Trip,
} from './trips-queries';

const MovePeople = lazyDialog(() => import('./move-people').then((file) => file.MovePeople));

interface Props {
  readonly event: GetEventResponse;
  readonly trip: Trip;
  readonly onClose: () => void;
}

/** On a phone its keyboard would cover the names that are to be pressed. */
const IS_TOUCHED = matchMedia('(pointer: coarse)').matches;

/** Who is on a trip: one press takes somebody on board, another undoes it. */
export function PassengersDrawer({ event, trip, onClose }: Props) {
  const { trips: text, common } = useText();
  const name = useTripName()(trip, event.timezone);
  const { data, error } = useQuery(passengersQuery(trip.id));
  const [typed, setTyped] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const { change, failed } = useRowChanges();
  const { here, all } = onBoard(trip);
  const isOver = trip.status === 'arrived' || trip.status === 'cancelled';
  const found = (data ?? []).filter((passenger) => hasWords(passenger.name ?? '', typed.trim()));
  const places = stopsWith(trip, found, text.withoutStop);
  return (
    <Drawer
      opened
      position="right"
      size="lg"
      title={text.passengers}
      closeButtonProps={{ 'aria-label': common.close }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">{name}</Text>
        <div className="passengers-head">
          <Stack gap="xs">
            <TextInput
              type="search"
              autoComplete="off"
              aria-label={common.search}
              placeholder={common.search}
              value={typed}
              data-autofocus={IS_TOUCHED ? undefined : true}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            <Text fw={600} role="status">
              {text.onBoard(here, all)}
            </Text>
            <FailedChanges failed={failed} />
          </Stack>
        </div>
        {data === undefined ? (
          error === null ? (
            <Skeleton h={200} data-loading />
          ) : (
            <ProblemAlert error={error} />
          )
        ) : null}
        {data?.length === 0 ? <Text>{text.nobodyYet}</Text> : null}
        {data !== undefined && data.length > 0 && found.length === 0 ? (
          <Text role="alert">{text.nobodyFound(typed.trim())}</Text>
        ) : null}
        {places.map((place) => (
          <section key={place.id ?? 'none'} aria-label={place.name}>
            {trip.stops.length === 0 ? null : (
              <Text component="h3" size="sm" fw={600} mb={4}>
                {[place.departsAt === null ? null : clockText(place.departsAt, event.timezone), place.name]
                  .filter(Boolean)
                  .join(' ')}
              </Text>
            )}
            <ul className="passenger-list">
              {place.passengers.map((passenger) => (
                <Row
                  key={passenger.eventGuestId}
                  passenger={passenger}
                  trip={trip}
                  isOver={isOver}
                  run={(work) => change({ id: passenger.eventGuestId, name: passenger.name ?? text.nobody }, work)}
                />
              ))}
            </ul>
          </section>
        ))}
        <Group gap="xs">
          {isOver ? null : (
            <Button variant="default" onClick={() => setAdding(true)}>
              {text.add}
            </Button>
          )}
          {trip.status === 'arrived' || data === undefined || data.length === 0 ? null : (
            <Button variant="default" onClick={() => setMoving(true)}>
              {text.movePeople}
            </Button>
          )}
          <Button variant="default" onClick={() => window.print()}>
            {text.print}
          </Button>
        </Group>
        {isAdding ? (
          <SearchSelect
            label={text.guest}
            source={guestsOf(event.id)}
            data-autofocus
            onChange={(id, option) => {
              if (id !== null) change({ id, name: option?.label ?? text.add }, () => addPassenger(trip.id, id));
              setAdding(false);
            }}
          />
        ) : null}
      </Stack>
      {isMoving ? (
        <MovePeople event={event} trip={trip} passengers={data ?? []} onClose={() => setMoving(false)} />
      ) : null}
      <TripSheet event={event} trip={trip} title={name} passengers={data ?? []} />
    </Drawer>
  );
}

/** The guests of an event who have not declined. */
function guestsOf(eventId: string): ChoiceSource {
  return {
    key: 'event-guests',
    of: `${eventId} not declined`,
    find: async (q, options) => {
      const query = {
        ...(q !== undefined && { q }),
        rsvp: ['pending', 'accepted', 'tentative'] as ('pending' | 'accepted' | 'tentative')[],
        sortBy: 'name',
        limit: SHOWN_CHOICES,
      } as const;
      const { data, total } = await api.events.guests.list(eventId, query, options);
      return { choices: data.map(({ id, guest }) => ({ value: id, label: guest.name })), total };
    },
    label: async (id) => (await api.events.guests.get(eventId, id)).guest.name,
  };
}

interface RowProps {
  readonly passenger: Passenger;
  readonly trip: Trip;
  readonly isOver: boolean;
  readonly run: (work: () => Promise<void>) => void;
}

function Row({ passenger, trip, isOver, run }: RowProps) {
  const { trips: text } = useText();
  const { eventGuestId, status, people, added, stopId } = passenger;
  const name = passenger.name ?? text.nobody;
  const isAboard = status === 'boarded' || status === 'alighted';
  const details = useId();
  const become = (next: Passenger['status']) => run(() => updatePassenger(trip.id, eventGuestId, { status: next }));
  const about = [people > 1 ? text.people(people) : null, added ? text.added : null].filter(Boolean).join(' · ');
  return (
    <li>
      <button
        type="button"
        className="passenger"
        aria-describedby={details}
        aria-pressed={isAboard}
        data-absent={status === 'no_show' || undefined}
        disabled={isOver}
        onClick={() => become(isAboard ? 'expected' : 'boarded')}
      >
        <span dir="auto">{name}</span>
        {/* Described by it, not named: the name of the button is the guest's. */}
        <span id={details} className="passenger-details" aria-hidden>
          <span>{text.passengerStatuses[status]}</span>
          {about === '' ? null : <small>{about}</small>}
        </span>
      </button>
      {isOver ? null : (
        <RowMenu label={text.actionsOf(name)}>
          {status === 'no_show' ? (
            <Menu.Item onClick={() => become('expected')}>{text.expectedAfterAll}</Menu.Item>
          ) : (
            <Menu.Item onClick={() => become('no_show')}>{text.notThere}</Menu.Item>
          )}
          {trip.stops.length === 0 ? null : <Menu.Label>{text.stopLabel}</Menu.Label>}
          {trip.stops.map((stop) => (
            <Menu.Item
              key={stop.id}
              disabled={stop.id === stopId}
              onClick={() => run(() => updatePassenger(trip.id, eventGuestId, { stopId: stop.id }))}
            >
              {stop.name}
            </Menu.Item>
          ))}
          <Menu.Item color="red" onClick={() => run(() => removePassenger(trip.id, eventGuestId))}>
            {text.takeOff}
          </Menu.Item>
        </RowMenu>
      )}
    </li>
  );
}
