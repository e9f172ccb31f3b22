import { Alert, Button, Checkbox, Group, List, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { GetEventResponse } from '@tour-events/client';
import { useState } from 'react';
import { useText } from '../../shared/language';
import { Modal } from '../../shared/modal';
import { problemText } from '../../shared/problems';
import { onTheWay, stopsWith, useTripName } from './trip-state';
import { movePassengers, tripsQuery, type Passenger, type Trip } from './trips-queries';

interface Props {
  readonly event: GetEventResponse;
  readonly trip: Trip;
  readonly passengers: readonly Passenger[];
  readonly onClose: () => void;
}

/** Puts people of a trip on another one, as when a coach breaks down on the way, or at another of its stops. */
export function MovePeople({ event, trip, passengers, onClose }: Props) {
  const { trips: text, common, problems } = useText();
  const tripName = useTripName();
  const { data: trips = [] } = useQuery(tripsQuery(event.id));
  const others = trips.filter(({ id, status }) => id !== trip.id && status !== 'arrived' && status !== 'cancelled');
  // Who has left the event cannot be put anywhere.
  const all = passengers.filter(({ name, status }) => name !== null && status !== 'alighted');
  const [chosen, setChosen] = useState(() => new Set(all.filter(isAwaited).map(({ eventGuestId }) => eventGuestId)));
  const moving = all.filter(({ eventGuestId }) => chosen.has(eventGuestId));
  const people = moving.reduce((sum, passenger) => sum + passenger.people, 0);
  const [asked, setAsked] = useState<string | null>(null);
  const stops = trip.status === 'cancelled' ? [] : trip.stops;
  const to = others.find(({ id }) => id === asked);
  const stop = stops.find(({ id }) => id === asked);
  // Whoever is on the trip has a place on it.
  const free = to === undefined ? Infinity : freeOn(to);
  const move = useMutation({
    mutationFn: () => movePassengers(trip, to ?? { stopId: stop!.id }, moving),
    onSuccess: (failed) => {
      if (failed.length === 0) onClose();
    },
  });
  const failed = move.data ?? [];
  const choose = (some: readonly Passenger[], isOn: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const { eventGuestId } of some) after[isOn ? 'add' : 'delete'](eventGuestId);
      return after;
    });
  const chooseFitting = () => {
    let rest = free;
    const fitting = moving.filter(({ people: needed }) => needed <= rest && ((rest -= needed), true));
    setChosen(new Set(fitting.map(({ eventGuestId }) => eventGuestId)));
  };
  return (
    <Modal
      opened
      size="lg"
      title={text.moveTitle(tripName(trip, event.timezone))}
      closeButtonProps={{ 'aria-label': common.close }}
      onClose={onClose}
    >
      {others.length === 0 && stops.length === 0 ? (
        <Text>{text.moveNowhere}</Text>
      ) : (
        <Stack gap="sm">
          <Select
            label={text.moveTo}
            allowDeselect={false}
            placeholder={text.moveToHelp}
            data={[
              {
                group: text.otherTrips,
                items: others.map((each) => ({
                  value: each.id,
                  label: `${tripName(each, event.timezone)} · ${text.freePlaces(freeOn(each))}`,
                })),
              },
              { group: text.stopsOfThis, items: stops.map(({ id, name }) => ({ value: id, label: name })) },
            ].filter(({ items }) => items.length > 0)}
            value={asked}
            onChange={setAsked}
          />
          <div className="move-people">
            {stopsWith(trip, all, text.withoutStop).map((group) => (
              <fieldset key={group.id ?? 'none'}>
                <Checkbox
                  label={group.name}
                  fw={600}
                  {...stateOf(group.passengers, chosen)}
                  onChange={({ currentTarget }) => choose(group.passengers, currentTarget.checked)}
                />
                {group.passengers.map((passenger) => (
                  <Checkbox
                    key={passenger.eventGuestId}
                    label={<span dir="auto">{passenger.name}</span>}
                    description={[
                      text.passengerStatuses[passenger.status],
                      passenger.people > 1 ? text.people(passenger.people) : null,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                    checked={chosen.has(passenger.eventGuestId)}
                    onChange={({ currentTarget }) => choose([passenger], currentTarget.checked)}
                  />
                ))}
              </fieldset>
            ))}
          </div>
          {to === undefined ? null : <Text size="sm">{text.moveExplained}</Text>}
          {people <= free ? null : (
            <Alert color="orange" py="xs">
              <Group justify="space-between" gap="xs">
                <Text size="sm">{text.tooMany(people - free)}</Text>
                <Button size="compact-sm" variant="default" onClick={chooseFitting}>
                  {text.asManyAsFit}
                </Button>
              </Group>
            </Alert>
          )}
          {failed.length === 0 ? null : (
            <Alert color="red" role="alert" title={text.notMoved(failed.length)}>
              <List size="sm">
                {failed.map(({ passenger, error }) => (
                  <List.Item key={passenger.eventGuestId}>
                    {`${passenger.name ?? text.nobody}: ${problemText(error, problems)}`}
                  </List.Item>
                ))}
              </List>
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button
              disabled={(to ?? stop) === undefined || people === 0 || people > free}
              loading={move.isPending}
              onClick={() => move.mutate()}
            >
              {text.move(people)}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

const isAwaited = ({ status }: Passenger) => status === 'expected' || status === 'boarded';

const freeOn = (trip: Trip) => Math.max(0, trip.capacity - onTheWay(trip));

function stateOf(some: readonly Passenger[], chosen: ReadonlySet<string>) {
  const count = some.filter(({ eventGuestId }) => chosen.has(eventGuestId)).length;
  return { checked: count === some.length, indeterminate: count > 0 && count < some.length };
}
