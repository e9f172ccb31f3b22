import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse, ListExpensesData } from '@tour-events/client';
import { BarChart } from '../../shared/bar-chart';
import { useText } from '../../shared/language';
import { listQuery, useListSearch } from '../../shared/list-search';
import { moneyText, percentOf } from '../../shared/money';
import { Empty } from '../../shared/page';
import { ExpenseForm } from './expense-form';
import { ExpenseTable } from './expense-table';
import { EXPENSE_SORTS, NEWEST_FIRST, reportQuery, type Report } from './expenses-queries';

/** What an event has cost: totals per currency, and categories in one of them, as the service has summed them up. */
export function ExpensesTab({ event }: { readonly event: GetEventResponse }) {
  const { expenses: text } = useText();
  const { search, filter } = useListSearch();
  const { form } = search;
  const { currency, ...asked } = listQuery(search, {
    sortBy: EXPENSE_SORTS,
    currency: Intl.supportedValuesOf('currency'),
  });
  const inCurrency = currency === undefined ? {} : { currency };
  const report = useQuery(reportQuery({ eventId: event.id, groupBy: 'category', ...inCurrency })).data;
  const log = <Button onClick={() => filter({ form: 'expense' })}>{text.log}</Button>;
  const currencies = report?.currencies ?? [];
  // Where there are several, chart and table are about the same one.
  const only = report !== undefined && currencies.length > 1 ? { currency: report.totals.currency } : inCurrency;
  const query = { limit: 20, ...NEWEST_FIRST, ...asked, ...only } as ListExpensesData['query'];
  return (
    <Stack>
      <Group justify="space-between">
        <Group gap="md">
          {currencies.map((sum) => (
            <Text key={sum.currency} fw={600} className="figures">
              {text.total(sum.currency)}: {moneyText(sum.amount, sum.currency)}
            </Text>
          ))}
          {report === undefined || currencies.length < 2 ? null : (
            <SegmentedControl
              size="xs"
              className="no-print"
              aria-label={text.fields.currency}
              data={currencies.map((sum) => sum.currency)}
              value={report.totals.currency}
              onChange={(chosen) => filter({ currency: chosen })}
            />
          )}
        </Group>
        {log}
      </Group>
      {report === undefined || report.groups.length === 0 ? null : <Categories report={report} />}
      <ExpenseTable owner={{ eventId: event.id }} query={query} empty={<Empty action={log}>{text.empty}</Empty>} />
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

function Categories({ report: { groups, totals } }: { readonly report: Report }) {
  const { expenses: text } = useText();
  const { currency } = totals;
  const largestFirst = [...groups].sort((a, b) => Number(b.amount) - Number(a.amount));
  return (
    <BarChart
      label={text.by(text.groups.category, currency)}
      bars={largestFirst.map(({ key, amount }) => ({
        key,
        label: key,
        share: percentOf(amount, largestFirst[0]!.amount),
        text: moneyText(amount, currency),
      }))}
    />
  );
}
