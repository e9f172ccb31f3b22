import './trips.css';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse } from '@tour-events/client';
import { useDeferredValue, useState } from 'react';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { useListSearch } from '../../shared/list-search';
import { Empty } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { useMay } from '../session';
import { useLatest } from '../../shared/use-latest';
import { VehicleDrawing } from '../../shared/vehicle-drawing';
import { TripCard, type TripAction, type TripCardAction } from './trip-card';
import { TripQuestion } from './trip-question';
import { tripsQuery, type Trip } from './trips-queries';

const TripForm = lazyDialog(() => import('./trip-form').then((file) => file.TripForm));
const PassengersDrawer = lazyDialog(() => import('./passengers-drawer').then((file) => file.PassengersDrawer));

/** As many cards as fill a screen. */
const SHOWN_FIRST = 12;

/** The rides of an event's vehicles, by their departure. */
export function TripsTab({ event }: { readonly event: GetEventResponse }) {
  const { trips: text } = useText();
  const { search, filter } = useListSearch();
  const { data, error } = useQuery(tripsQuery(event.id));
  const [asked, setAsked] = useState<{ readonly tripId: string; readonly action: TripAction } | null>(null);
  const close = () => filter({ form: undefined, trip: undefined });
  const chosen = data?.find(({ id }) => id === search['trip']);
  // As it is by now: others board it while one is asked.
  const askedOf = data?.find(({ id }) => id === asked?.tripId);
  const mayLink = useMay('accessLinks.manage');
  const act = useLatest((trip: Trip, action: TripCardAction) => {
    if (action === 'link') return filter({ tab: 'check-in', form: 'door-link', trip: trip.id });
    return action === 'edit' || action === 'return' || action === 'copy' || action === 'passengers'
      ? filter({ form: action === 'passengers' ? action : `trip-${action}`, trip: trip.id })
      : setAsked({ tripId: trip.id, action });
  });
  const add = <Button onClick={() => filter({ form: 'trip' })}>{text.newTrip}</Button>;
  if (data === undefined) return error === null ? <Skeleton h={240} data-loading /> : <ProblemAlert error={error} />;
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {text.zone(event.timezone)}
        </Text>
        {data.length === 0 ? null : add}
      </Group>
      {data.length === 0 ? (
        <Empty action={add} picture={<VehicleDrawing capacity={8} guests={0} brought={0} hasDriver />}>
          {text.empty}
        </Empty>
      ) : null}
      <TripCards trips={data} event={event} mayLink={mayLink} onAct={act} />
      {search['form'] === 'trip' ? <TripForm event={event} trip={null} onClose={close} /> : null}
      {search['form'] === 'trip-edit' && chosen ? <TripForm event={event} trip={chosen} onClose={close} /> : null}
      {search['form'] === 'trip-return' && chosen ? (
        <TripForm event={event} trip={chosen} copy="return" onClose={close} />
      ) : null}
      {search['form'] === 'trip-copy' && chosen ? (
        <TripForm event={event} trip={chosen} copy="beside" onClose={close} />
      ) : null}
      {search['form'] === 'passengers' && chosen ? (
        <PassengersDrawer event={event} trip={chosen} onClose={close} />
      ) : null}
      {asked === null || askedOf === undefined ? null : (
        <TripQuestion trip={askedOf} action={asked.action} zone={event.timezone} onClose={() => setAsked(null)} />
      )}
    </Stack>
  );
}

interface CardsProps {
  readonly trips: readonly Trip[];
  readonly event: GetEventResponse;
  readonly mayLink: boolean;
  readonly onAct: (trip: Trip, action: TripCardAction) => void;
}

/** The first at once, the others when there is time: two hundred would keep a phone busy for seconds. */
function TripCards({ trips, ...props }: CardsProps) {
  const shown = useDeferredValue(trips, trips.slice(0, SHOWN_FIRST));
  return (
    <div className="trip-list">
      {shown.map((trip) => (
        <TripCard key={trip.id} trip={trip} {...props} />
      ))}
    </div>
  );
}
