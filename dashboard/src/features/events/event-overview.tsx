import { Stack, Text, Title } from '@mantine/core';
import type { GetEventResponse } from '@tour-events/client';
import type { ReactNode } from 'react';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { Figures } from '../../shared/figures';
import { TextLink } from '../../shared/text-link';
import { EventSummary } from './event-summary';

/** When and where an event is, and how it stands. */
export function EventOverview({ event }: { readonly event: GetEventResponse }) {
  const { events: text } = useText();
  const { venue, startsAt, endsAt, timezone, tourId, tourName, createdByName } = event;
  const place = [venue?.name, venue?.address, venue?.city].filter((part) => part != null && part !== '').join(', ');
  return (
    <Stack>
      <Figures
        figures={[
          { label: text.fields.startsAt, value: <Instant at={startsAt} zone={timezone} long /> },
          { label: text.fields.endsAt, value: <Instant at={endsAt} zone={timezone} long /> },
          { label: text.venue, value: place === '' ? '–' : place },
          {
            label: text.fields.tourId,
            value:
              tourId === null ? (
                '–'
              ) : (
                <TextLink to="/tours/$tourId" params={{ tourId }}>
                  {tourName}
                </TextLink>
              ),
          },
          { label: text.createdBy, value: createdByName ?? '–' },
        ]}
      />
      <EventSummary eventId={event.id} />
      <Prose title={text.fields.description}>{event.description}</Prose>
      <Prose title={text.fields.notes}>{event.notes}</Prose>
    </Stack>
  );
}

function Prose({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  if (children === null) return null;
  return (
    <Stack gap={4}>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text className="prose">{children}</Text>
    </Stack>
  );
}
