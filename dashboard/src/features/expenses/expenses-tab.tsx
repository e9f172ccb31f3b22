import './expenses.css';
import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse } from '@tour-events/client';
import { BarChart } from '../../shared/bar-chart';
import { CURRENCY_CODES } from '../../shared/currency-codes';
import { PlusIcon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { listQuery, useListSearch } from '../../shared/list-search';
import { moneyText, percentOf, percentText } from '../../shared/money';
import { Empty } from '../../shared/page';
import { ShareBar } from '../../shared/share-bar';
import { useSettled } from '../../shared/use-settled';
import { eventDetailsQuery } from '../events';
import { ExpenseTable } from './expense-table';
import { EXPENSE_SORTS, NEWEST_FIRST, reportQuery, type Report } from './expenses-queries';

const ExpenseForm = lazyDialog(() => import('./expense-form').then((file) => file.ExpenseForm));

/** What an event has cost: totals per currency, and categories in one of them, as the service has summed them up. */
export function ExpensesTab({ event }: { readonly event: GetEventResponse }) {
  const { expenses: text } = useText();
  const { search, filter } = useListSearch();
  const { form } = search;
  const { currency, ...asked } = listQuery(search, {
    sortBy: EXPENSE_SORTS,
    currency: CURRENCY_CODES,
  });
  const inCurrency = currency === undefined ? {} : { currency };
  useSettled(
    eventDetailsQuery(event.id),
    ...(currency === undefined ? [] : [reportQuery({ eventId: event.id, groupBy: 'category', currency })]),
  );
  // What the Overview has read of it is the same report; only of a chosen currency there is another.
  const isChosen = currency !== undefined;
  const details = useQuery({ ...eventDetailsQuery(event.id), enabled: !isChosen || event.tourId !== null }).data;
  const chosen = useQuery({
    ...reportQuery({ eventId: event.id, groupBy: 'category', ...inCurrency }),
    enabled: isChosen || details?.details.spending === null,
  }).data;
  const report = isChosen ? chosen : (details?.details.spending ?? chosen);
  const log = (isFilled: boolean) => (
    <Button
      variant={isFilled ? 'filled' : 'default'}
      leftSection={<PlusIcon />}
      onClick={() => filter({ form: 'expense' })}
    >
      {text.log}
    </Button>
  );
  const currencies = report?.currencies ?? [];
  // Where there are several, chart and table are about the same one.
  const only = report !== undefined && currencies.length > 1 ? { currency: report.totals.currency } : inCurrency;
  const query = { limit: 20, ...NEWEST_FIRST, ...asked, ...only };
  return (
    <Stack>
      <Group justify="space-between">
        {report === undefined || currencies.length < 2 ? (
          <span />
        ) : (
          <SegmentedControl
            className="no-print"
            aria-label={text.fields.currency}
            data={currencies.map((sum) => sum.currency)}
            value={report.totals.currency}
            onChange={(next) => filter({ currency: next })}
          />
        )}
        {log(report?.groups.length !== 0)}
      </Group>
      {report === undefined || report.groups.length === 0 ? null : <Spend event={event} report={report} />}
      <ExpenseTable
        owner={{ eventId: event.id }}
        query={query}
        empty={<Empty action={log(true)}>{text.empty}</Empty>}
      />
      {form === 'expense' ? (
        <ExpenseForm
          expense={null}
          eventId={event.id}
          onDone={() => filter({ form: undefined })}
          onClose={() => filter({ form: undefined })}
        />
      ) : null}
    </Stack>
  );
}

interface SpendProps {
  readonly event: GetEventResponse;
  readonly report: Report;
}

/** What the event has cost, how much of the tour's budget that is, and what for. */
function Spend({ event, report: { groups, totals, currencies } }: SpendProps) {
  const { expenses: text } = useText();
  const largestFirst = [...groups].sort((a, b) => Number(b.amount) - Number(a.amount));
  return (
    <section className="card spend" aria-label={text.spent}>
      <div>
        <div className="spend-totals">
          {currencies.map(({ currency, amount }) => (
            <p key={currency}>
              <small>{text.total(currency)}: </small>
              <b>{moneyText(amount, currency)}</b>
            </p>
          ))}
        </div>
        {event.tourId === null ? null : <Budget eventId={event.id} sums={currencies} />}
      </div>
      <BarChart
        label={text.by(text.groups.category, totals.currency)}
        bars={largestFirst.map(({ key, amount }) => ({
          key,
          label: key,
          share: percentOf(amount, largestFirst[0]!.amount),
          text: moneyText(amount, totals.currency),
        }))}
      />
    </section>
  );
}

interface BudgetProps {
  readonly eventId: string;
  readonly sums: Report['currencies'];
}

/** The share of what the tour may cost; only what was spent in its currency counts. */
function Budget({ eventId, sums }: BudgetProps) {
  const { expenses: text } = useText();
  const budget = useQuery(eventDetailsQuery(eventId)).data?.details.budget;
  if (budget == null) return null;
  const { amount, currency } = budget;
  const share = percentOf(sums.find((sum) => sum.currency === currency)?.amount ?? '0', amount);
  return (
    <p className="spend-budget">
      <ShareBar shares={[{ value: share, tone: share >= 100 ? 'bad' : 'accent' }]} rest={100 - share} />
      {text.ofBudget(percentText(share), moneyText(amount, currency))}
    </p>
  );
}
