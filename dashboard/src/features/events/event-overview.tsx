import './overview.css';
import { Skeleton, Text } from '@mantine/core';
import type { GetEventResponse } from '@tour-events/client';
import { Suspense } from 'react';
import { Card } from '../../shared/card';
import { useText } from '../../shared/language';
import { lazyPart } from '../../shared/lazy-part';
import { EventSummary } from './event-summary';

const VehiclesCard = lazyPart<{ readonly eventId: string }>(() => import('../seats').then((file) => file.VehiclesCard));

/** How an event stands, what it still needs, and what was written about it. */
export function EventOverview({ event }: { readonly event: GetEventResponse }) {
  const { events: text } = useText();
  return (
    <div className="page">
      <EventSummary event={event}>
        <Suspense fallback={<Skeleton h={210} radius={12} data-loading />}>
          <VehiclesCard eventId={event.id} />
        </Suspense>
        <Prose title={text.fields.description} text={event.description} />
        <Prose title={text.fields.notes} text={event.notes} />
      </EventSummary>
    </div>
  );
}

function Prose({ title, text }: { readonly title: string; readonly text: string | null }) {
  if (text === null) return null;
  return (
    <Card title={title}>
      <Text className="prose card-body">{text}</Text>
    </Card>
  );
}
