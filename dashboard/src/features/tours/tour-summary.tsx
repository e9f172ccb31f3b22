import { Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetTourResponse } from '@tour-events/client';
import { useText } from '../../shared/language';
import { moneyText, percentOf } from '../../shared/money';
import { datesText } from '../../shared/time';
import { answerCounts } from '../events';
import { tourSummaryQuery } from './tour';

interface Props {
  readonly tour: GetTourResponse;
}

/** Below the name of a tour: when it is, how many stops it has, and who comes. */
export function TourMeta({ tour }: Props) {
  const { tours: text } = useText();
  const { data } = useQuery(tourSummaryQuery(tour.id));
  const dates = datesText(tour.startDate, tour.endDate);
  return (
    <>
      {dates === '' ? null : <li>{dates}</li>}
      {data?.events == null ? null : <li>{text.stops(data.events.total, data.events.byStatus.confirmed)}</li>}
      {data?.people == null ? null : <li>{text.coming(data.people, answerCounts(data).open)}</li>}
      {data === undefined || (data.seats.capacity ?? 0) === 0 ? null : (
        <li>{text.seated(data.seats.used ?? 0, data.seats.capacity ?? 0)}</li>
      )}
      {data?.conflicts == null || data.conflicts === 0 ? null : (
        <li className="bad-text">{text.conflicts(data.conflicts)}</li>
      )}
    </>
  );
}

/** What a tour has cost against its budget, and in other currencies beside it. */
export function TourSpend({ tour }: Props) {
  const { tours: text } = useText();
  const { data } = useQuery(tourSummaryQuery(tour.id));
  const budget = data?.budget ?? null;
  const others = (data?.expenses ?? []).filter(({ currency }) => currency !== budget?.currency);
  if (budget === null && others.length === 0) return null;
  return (
    <section className="tour-spend" aria-label={text.budgetAndSpend}>
      {budget === null ? null : <Budget {...budget} />}
      {others.length === 0 ? null : (
        <Text span size="sm" c="dimmed">
          {text.spentIn(others.map(({ currency, amount }) => moneyText(amount, currency)).join(' · '))}
        </Text>
      )}
    </section>
  );
}

interface BudgetProps {
  readonly amount: string;
  readonly currency: string;
  /** Null where expenses may not be read. */
  readonly spent: string | null;
  readonly remaining: string | null;
}

function Budget({ amount, currency, spent, remaining }: BudgetProps) {
  const { tours: text } = useText();
  if (spent === null || remaining === null) return <Text size="sm">{moneyText(amount, currency)}</Text>;
  const isOver = remaining.startsWith('-');
  const sentence = text.spentOf(moneyText(spent, currency), moneyText(amount, currency));
  return (
    <>
      <Text size="sm">
        {sentence},{' '}
        <Text span inherit fw={500} c={isOver ? 'var(--mantine-color-error)' : undefined}>
          {isOver ? text.over(moneyText(remaining.slice(1), currency)) : text.remaining(moneyText(remaining, currency))}
        </Text>
      </Text>
      <Progress size="sm" value={percentOf(spent, amount)} color={isOver ? 'red' : undefined} aria-label={sentence} />
    </>
  );
}
