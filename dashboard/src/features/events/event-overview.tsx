import './overview.css';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse } from '@tour-events/client';
import { Card } from '../../shared/card';
import { useText } from '../../shared/language';
import { lazyPart } from '../../shared/lazy-part';
import { ProblemAlert } from '../../shared/problem-alert';
import { WhenSeen } from '../../shared/when-seen';
import { useMay } from '../session';
import { BeforeDeparture } from './before-departure';
import { EventAnswers } from './event-answers';
import { EventFigures } from './event-figures';
import { eventDetailsQuery, type DetailedSummary } from './events-queries';
import { SpendCard } from './spend-card';
import { TheDay } from './the-day';
import { VehiclesCard } from './vehicles-card';

const Latest = lazyPart(() => import('./latest').then((file) => file.Latest));

/** How an event stands, what it still needs, what happens when, and what was written and done. */
export function EventOverview({ event }: { readonly event: GetEventResponse }) {
  const { data: summary, error } = useQuery(eventDetailsQuery(event.id));
  const mayReadLog = useMay('auditLogs.read');
  if (error !== null) return <ProblemAlert error={error} />;
  if (summary === undefined) return <OverviewSkeleton />;
  const { vehicles, spending, budget } = summary.details;
  // Of one of which nothing is planned, only what it needs is shown.
  const hasPlans = !isEmpty(summary);
  return (
    <div className="page">
      {hasPlans ? <EventFigures event={event} summary={summary} /> : null}
      <div className={hasPlans ? 'overview' : undefined}>
        <div>
          <BeforeDeparture event={event} summary={summary} />
          {hasPlans && vehicles !== null ? <VehiclesCard eventId={event.id} vehicles={vehicles} /> : null}
          {hasPlans && spending !== null ? <SpendCard eventId={event.id} spending={spending} budget={budget} /> : null}
          <Prose event={event} />
        </div>
        {hasPlans ? (
          <div>
            <EventAnswers event={event} summary={summary} />
            <TheDay event={event} details={summary.details} />
          </div>
        ) : null}
      </div>
      {mayReadLog ? (
        <WhenSeen height={170}>
          <Latest eventId={event.id} zone={event.timezone} />
        </WhenSeen>
      ) : null}
    </div>
  );
}

/** Whether there is nothing yet that figures could be of; what one may not read may be there. */
function isEmpty({ rsvp, vehicles, expenses, team, trips }: DetailedSummary): boolean {
  const guests = rsvp === null ? NaN : rsvp.accepted + rsvp.declined + rsvp.tentative + rsvp.pending;
  return guests === 0 && vehicles === 0 && expenses?.length === 0 && team === 0 && trips?.planned === 0;
}

/** The strip of figures, and two columns of cards. */
function OverviewSkeleton() {
  return (
    <div className="page" data-loading>
      <Skeleton h={122} radius={12} />
      <div className="overview">
        <div>
          <Skeleton h={280} radius={12} />
          <Skeleton h={210} radius={12} />
        </div>
        <div>
          <Skeleton h={320} radius={12} />
          <Skeleton h={180} radius={12} />
        </div>
      </div>
    </div>
  );
}

/** What was written about it. */
function Prose({ event: { description, notes } }: { readonly event: GetEventResponse }) {
  const { events: text } = useText();
  return [
    { title: text.fields.description, words: description },
    { title: text.fields.notes, words: notes },
  ].map(({ title, words }) =>
    words === null ? null : (
      <Card key={title} title={title}>
        <Text className="prose card-body">{words}</Text>
      </Card>
    ),
  );
}
