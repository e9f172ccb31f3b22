import { Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetTourResponse } from '@tour-events/client';
import { Figures } from '../../shared/figures';
import { useText } from '../../shared/language';
import { moneyText, numberText, percentOf } from '../../shared/money';
import { dateText } from '../../shared/time';
import { tourSummaryQuery } from './tours-queries';

/** How a tour stands: its events, people and seats, and what it costs against its budget. */
export function TourSummary({ tour }: { readonly tour: GetTourResponse }) {
  const { tours: text } = useText();
  const { data } = useQuery(tourSummaryQuery(tour.id));
  const dates = [tour.startDate, tour.endDate].map((date) => (date === null ? '–' : dateText(date)));
  const dated = [
    { label: text.fields.startDate, value: dates[0] },
    { label: text.fields.endDate, value: dates[1] },
  ];
  if (data === undefined) return <Figures figures={dated} />;
  const { events, people, rsvp, seats, budget, expenses, conflicts } = data;
  const others = (expenses ?? []).filter(({ currency }) => currency !== budget?.currency);
  return (
    <Stack gap="md">
      <Figures
        figures={[
          ...dated,
          {
            label: text.events,
            value: text.confirmed(numberText(events?.total ?? null), events?.byStatus.confirmed ?? 0),
          },
          { label: text.people, value: text.open(numberText(people), rsvp?.pending ?? 0) },
          {
            label: text.seats,
            value: seats.capacity === 0 ? '–' : `${numberText(seats.used)} / ${numberText(seats.capacity)}`,
          },
          ...(conflicts === null || conflicts === 0 ? [] : [{ label: text.conflicts, value: numberText(conflicts) }]),
        ]}
      />
      {budget === null && others.length === 0 ? null : (
        <Stack gap={6} component="section" aria-labelledby="tour-budget">
          <Title order={2} size="h3" id="tour-budget">
            {text.budgetAndSpend}
          </Title>
          {budget === null ? null : <Budget {...budget} />}
          {others.map(({ currency, amount }) => (
            <Text key={currency} size="sm">
              {text.spentIn(moneyText(amount, currency))}
            </Text>
          ))}
        </Stack>
      )}
    </Stack>
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
        <Text span inherit fw={600} c={isOver ? 'var(--mantine-color-error)' : undefined}>
          {isOver ? text.over(moneyText(remaining.slice(1), currency)) : text.remaining(moneyText(remaining, currency))}
        </Text>
      </Text>
      <Progress size="lg" value={percentOf(spent, amount)} color={isOver ? 'red' : undefined} aria-label={sentence} />
    </>
  );
}
