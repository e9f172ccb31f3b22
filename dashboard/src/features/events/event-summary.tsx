import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Figures } from '../../shared/figures';
import { useText } from '../../shared/language';
import { moneyText, numberText } from '../../shared/money';
import { ProblemAlert } from '../../shared/problem-alert';
import { TextLink } from '../../shared/text-link';
import { useMay } from '../session';
import { eventSummaryQuery } from './events-queries';

interface OpenProps {
  readonly eventId: string;
  readonly pending: number | null;
}

/** How many have not answered, and beside it the letter that asks them to. */
function OpenAnswers({ eventId, pending }: OpenProps) {
  const { messages } = useText();
  const maySend = useMay('notifications.send');
  return (
    <>
      <TextLink to="/events/$eventId" params={{ eventId }} search={{ tab: 'guests' }}>
        {numberText(pending)}
      </TextLink>
      {pending === null || pending === 0 || !maySend ? null : (
        <>
          {' '}
          <TextLink to="/events/$eventId" params={{ eventId }} search={{ tab: 'messages', form: 'reminder' }} size="sm">
            {messages.remind(pending)}
          </TextLink>
        </>
      )}
    </>
  );
}

/** How an event stands: answers, people, seats and spend, each leading to the tab where it is dealt with. */
export function EventSummary({ eventId }: { readonly eventId: string }) {
  const { events: text } = useText();
  const { data, error } = useQuery(eventSummaryQuery(eventId));
  if (error !== null) return <ProblemAlert error={error} />;
  if (data === undefined) return <Skeleton h={96} data-loading />;
  const { rsvp, people, capacity, checkedIn, seats, expenses, vehicles, team, conflicts } = data;
  const link = (tab: string, children: ReactNode) => (
    <TextLink to="/events/$eventId" params={{ eventId }} search={{ tab }}>
      {children}
    </TextLink>
  );
  const spent = (expenses ?? []).map(({ currency, amount }) => moneyText(amount, currency)).join(', ');
  return (
    <Figures
      figures={[
        {
          label: text.people,
          value: link(
            'guests',
            capacity === null ? numberText(people) : text.of(numberText(people), numberText(capacity)),
          ),
        },
        { label: text.openAnswers, value: <OpenAnswers eventId={eventId} pending={rsvp?.pending ?? null} /> },
        { label: text.declined, value: link('guests', numberText(rsvp?.declined ?? null)) },
        { label: text.checkedIn, value: link('check-in', numberText(checkedIn)) },
        { label: text.seatsTaken, value: link('seats', text.of(numberText(seats.used), numberText(seats.capacity))) },
        { label: text.withoutSeat, value: link('seats', numberText(seats.guestsWithoutSeat)) },
        { label: text.vehicles, value: link('seats', text.vehiclesText(numberText(vehicles), conflicts ?? 0)) },
        { label: text.tabs.team, value: link('team', numberText(team)) },
        { label: text.spent, value: link('expenses', spent === '' ? '–' : spent) },
      ]}
    />
  );
}
