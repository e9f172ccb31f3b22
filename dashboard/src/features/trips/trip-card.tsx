import { Alert, Button, Group, Menu, Progress } from '@mantine/core';
import type { GetEventResponse } from '@tour-events/client';
import { memo } from 'react';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { RowMenu } from '../../shared/row-menu';
import { clockText } from '../../shared/time';
import { onBoard, TripState, useTripName } from './trip-state';
import type { Trip } from './trips-queries';

/** What is asked before it is done. */
export type TripAction = 'depart' | 'arrive' | 'cancel' | 'plan' | 'delete';
export type TripCardAction = TripAction | 'edit' | 'return' | 'copy' | 'link' | 'passengers';

interface Props {
  readonly trip: Trip;
  readonly event: GetEventResponse;
  readonly mayLink: boolean;
  /** The same function for good: two hundred cards are not rendered again for one of them. */
  readonly onAct: (trip: Trip, action: TripCardAction) => void;
}

/** A trip: when, where it stops, who drives, and who is on board. */
export const TripCard = memo(function TripCard({ trip, event, mayLink, onAct }: Props) {
  const { trips: text, common } = useText();
  const zone = event.timezone;
  const name = useTripName()(trip, zone);
  const { here, all } = onBoard(trip);
  const { status, driver, stops, conflicts, capacity, passengers } = trip;
  const isOpen = status === 'planned' || status === 'boarding';
  const act = (action: TripCardAction) => onAct(trip, action);
  return (
    <section className="card trip-card" aria-label={name}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <h2>{name}</h2>
        <Group gap={4} wrap="nowrap">
          <TripState status={status} />
          <RowMenu label={text.actionsOf(name)}>
            <Menu.Item onClick={() => act('edit')}>{common.edit}</Menu.Item>
            <Menu.Item onClick={() => act('return')}>{text.copyAsReturn}</Menu.Item>
            <Menu.Item onClick={() => act('copy')}>{text.copyBeside}</Menu.Item>
            {mayLink ? <Menu.Item onClick={() => act('link')}>{text.newLink}</Menu.Item> : null}
            {isOpen ? <Menu.Item onClick={() => act('cancel')}>{text.cancel}</Menu.Item> : null}
            {status === 'cancelled' ? <Menu.Item onClick={() => act('plan')}>{text.plan}</Menu.Item> : null}
            {isOpen || status === 'cancelled' ? (
              <Menu.Item color="red" onClick={() => act('delete')}>
                {common.delete}
              </Menu.Item>
            ) : null}
          </RowMenu>
        </Group>
      </Group>
      <div className="trip-meta">
        <span>
          <Instant at={trip.departsAt} zone={zone} long />
          {trip.arrivesAt === null ? null : ` – ${clockText(trip.arrivesAt, zone)}`}
        </span>
        <span data-missing={driver === null || undefined}>
          {driver === null ? text.noDriver : text.drivenBy([driver.name, driver.phone].filter(Boolean).join(', '))}
        </span>
      </div>
      {stops.length === 0 ? null : (
        <ol className="trip-stops">
          {stops.map(({ id, name: stop, departsAt }) => (
            <li key={id}>
              {departsAt === null ? null : <time dateTime={departsAt}>{clockText(departsAt, zone)} </time>}
              <span dir="auto">{stop}</span>
            </li>
          ))}
        </ol>
      )}
      {conflicts.length === 0 ? null : (
        <Alert color="orange" py="xs">
          {[...new Set(conflicts.map(({ kind, eventName }) => text.conflicts[kind](eventName)))].map((line) => (
            <div key={line}>{line}</div>
          ))}
        </Alert>
      )}
      <div>
        <p className="trip-aboard">
          <b>
            {text.onBoard(here, all)}
            {passengers.noShow === 0 ? '' : ` · ${text.absent(passengers.noShow)}`}
          </b>
          <small>{text.places(capacity)}</small>
        </p>
        <Progress value={all === 0 ? 0 : (here / all) * 100} aria-label={text.onBoard(here, all)} />
      </div>
      <Group gap="xs">
        <Button size="compact-md" variant="default" onClick={() => act('passengers')}>
          {text.passengers}
        </Button>
        {isOpen ? (
          <Button size="compact-md" variant="default" onClick={() => act('depart')}>
            {text.depart}
          </Button>
        ) : null}
        {isOpen || status === 'departed' ? (
          <Button size="compact-md" variant="default" onClick={() => act('arrive')}>
            {text.arrive}
          </Button>
        ) : null}
      </Group>
    </section>
  );
});
