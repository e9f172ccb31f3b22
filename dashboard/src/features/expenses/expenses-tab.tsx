import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse, ListAllExpensesData } from '@tour-events/client';
import { BarChart } from '../../shared/bar-chart';
import { useText } from '../../shared/language';
import { listQuery, useListSearch } from '../../shared/list-search';
import { moneyText, percentOf } from '../../shared/money';
import { Empty } from '../../shared/page';
import { ExpenseForm } from './expense-form';
import { ExpenseTable } from './expense-table';
import { EXPENSE_SORTS, NEWEST_FIRST, spentQuery } from './expenses-queries';

/** What an event has cost, with totals per currency. */
export function ExpensesTab({ event }: { readonly event: GetEventResponse }) {
  const { expenses: text } = useText();
  const { search, filter } = useListSearch();
  const { form } = search;
  const asked = listQuery(search, { sortBy: EXPENSE_SORTS });
  const spent = useQuery(spentQuery(event.id)).data ?? [];
  const log = <Button onClick={() => filter({ form: 'expense' })}>{text.log}</Button>;
  const query = { limit: 20, ...NEWEST_FIRST, ...asked, eventId: event.id } as ListAllExpensesData['query'];
  return (
    <Stack>
      <Group justify="space-between">
        <Group gap="md">
          {spent.map(({ currency, total }) => (
            <Text key={currency} fw={600} className="figures">
              {text.total(currency)}: {moneyText(total, currency)}
            </Text>
          ))}
        </Group>
        {log}
      </Group>
      {spent.map(({ currency, categories }) => (
        <BarChart
          key={currency}
          label={text.by(text.groups.category, currency)}
          bars={categories.map(({ category, amount }) => ({
            key: category,
            label: category,
            share: percentOf(amount, categories[0]!.amount),
            text: moneyText(amount, currency),
          }))}
        />
      ))}
      <ExpenseTable query={query} empty={<Empty action={log}>{text.empty}</Empty>} />
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
