import { Alert, Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { GetEventResponse } from '@tour-events/client';
import type { ReactNode } from 'react';
import { locale, useText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { tourStopsQuery } from '../events';
import type { Manifest } from './seats-queries';
import { stopBefore, takeVehicles, type Taken } from './stop-before';

/** The button that takes the vehicles of the tour's stop before, and what came of it; neither on a first stop. */
export function useAsBefore(event: GetEventResponse, manifest: Manifest): { button: ReactNode; outcome: ReactNode } {
  const { seats, common } = useText();
  const stops = useQuery({ ...tourStopsQuery(event.tourId ?? ''), enabled: event.tourId !== null }).data ?? [];
  const stop = stopBefore(event, stops);
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: async ({ id, name }: { readonly id: string; readonly name: string }) => ({
      eventId: event.id,
      name,
      taken: await takeVehicles(id, event.id, manifest),
    }),
  });
  if (stop === null) return { button: null, outcome: null };
  return {
    button: (
      <Button variant="default" loading={isPending} onClick={() => mutate(stop)}>
        {seats.asBefore}
      </Button>
    ),
    outcome: (
      <>
        {error === null ? null : <ProblemAlert error={error} />}
        {data?.eventId !== event.id ? null : (
          <Alert
            mb="md"
            role="status"
            color={data.taken.retired.length + data.taken.conflicts.length > 0 ? 'yellow' : 'blue'}
            variant="light"
            withCloseButton
            closeButtonLabel={common.close}
            onClose={reset}
          >
            <Lines name={data.name} taken={data.taken} />
          </Alert>
        )}
      </>
    ),
  };
}

/** A line for each thing that came of it. */
function Lines({ name, taken: { added, here, retired, conflicts } }: { readonly name: string; readonly taken: Taken }) {
  const { seats } = useText();
  const list = (names: readonly string[]) => new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names);
  const lines = [
    added.length > 0 ? seats.taken(name, list(added)) : null,
    here.length > 0 ? seats.takenBefore(list(here)) : null,
    retired.length > 0 ? seats.takenRetired(list(retired)) : null,
    ...conflicts.map((conflict) => seats.takenConflict(conflict.name, list(conflict.events))),
    added.length + here.length + retired.length === 0 ? seats.takenNone(name) : null,
  ];
  return lines.filter((line) => line !== null).map((line) => <div key={line}>{line}</div>);
}
