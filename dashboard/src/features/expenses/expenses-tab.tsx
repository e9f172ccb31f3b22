import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse, ListAllExpensesData } from '@tour-events/client';
import { te } from '../../shared/api';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { moneyText } from '../../shared/money';
import { Empty } from '../../shared/page';
import { ExpenseForm } from './expense-form';
import { ExpenseTable } from './expense-table';

/** What an event has cost, with totals per currency. */
export function ExpensesTab({ event }: { readonly event: GetEventResponse }) {
  const { expenses: text } = useText();
  const { search, filter } = useListSearch();
  const { page, sortBy, sortDir, form } = search;
  const summary = useQuery({
    queryKey: ['expenses', 'summary', event.id],
    queryFn: ({ signal }) => te.events.getSummary(event.id, { signal }),
  });
  const log = <Button onClick={() => filter({ form: 'expense' })}>{text.log}</Button>;
  const query = { limit: 20, page, sortBy, sortDir, eventId: event.id } as ListAllExpensesData['query'];
  return (
    <Stack>
      <Group justify="space-between">
        <Group gap="md">
          {summary.data?.expenses.map(({ currency, amount }) => (
            <Text key={currency} fw={600} className="figures">
              {moneyText(amount, currency)}
            </Text>
          ))}
        </Group>
        {log}
      </Group>
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
