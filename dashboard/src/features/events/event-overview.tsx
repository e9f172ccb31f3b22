import './overview.css';
import { Text } from '@mantine/core';
import type { GetEventResponse } from '@tour-events/client';
import { Card } from '../../shared/card';
import { useText } from '../../shared/language';
import { lazyPart } from '../../shared/lazy-part';
import { WhenSeen } from '../../shared/when-seen';
import { useMay } from '../session';
import { EventSummary } from './event-summary';

const SpendCard = lazyPart<{ readonly event: GetEventResponse }>(() =>
  import('../expenses').then((file) => file.SpendCard),
);
const TheDay = lazyPart(() => import('./the-day').then((file) => file.TheDay));
const Latest = lazyPart(() => import('./latest').then((file) => file.Latest));

/** How an event stands, what it still needs, what happens when, and what was written and done. */
export function EventOverview({ event }: { readonly event: GetEventResponse }) {
  const { events: text } = useText();
  const mayReadLog = useMay('auditLogs.read');
  const prose = (
    <>
      <Prose title={text.fields.description} text={event.description} />
      <Prose title={text.fields.notes} text={event.notes} />
    </>
  );
  return (
    <div className="page">
      <EventSummary
        event={event}
        prose={prose}
        main={
          <WhenSeen height={150}>
            <SpendCard event={event} />
          </WhenSeen>
        }
        side={
          <WhenSeen height={180}>
            <TheDay event={event} />
          </WhenSeen>
        }
        below={
          mayReadLog ? (
            <WhenSeen height={170}>
              <Latest eventId={event.id} zone={event.timezone} />
            </WhenSeen>
          ) : null
        }
      />
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
