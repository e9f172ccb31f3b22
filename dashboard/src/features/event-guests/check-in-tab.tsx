import { Stack } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import type { GetEventResponse } from '@tour-events/client';
import { useState } from 'react';
import { ArrowsPointingOutIcon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { ButtonLink } from '../../shared/text-link';
import { DoorLinks } from '../access-links';
import { useMay } from '../session';
import { Door } from './door';

/** The door among the other tabs, with the links for other phones; a phone shows it on a screen of its own. */
export function CheckInTab({ event }: { readonly event: GetEventResponse }) {
  // When it is opened: who makes a window smaller wants to stay where they are.
  const [isPhone] = useState(() => matchMedia('(max-width: 48em)').matches);
  const { eventGuests: text } = useText();
  const mayLink = useMay('accessLinks.manage');
  const { search } = useListSearch();
  const screen = { to: '/events/$eventId/check-in', params: { eventId: event.id } } as const;
  if (isPhone) return <Navigate {...screen} search={{ form: search['form'], trip: search['trip'] }} replace />;
  return (
    <Stack gap="lg">
      {mayLink ? <DoorLinks event={event} /> : null}
      <ButtonLink {...screen} variant="default" leftSection={<ArrowsPointingOutIcon />} w="fit-content">
        {text.fullScreen}
      </ButtonLink>
      <Door event={event} />
    </Stack>
  );
}
