import { Button, Stack, Text, Title } from '@mantine/core';
import { CURRENCY_CODES } from '../../shared/currency-codes';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { listQuery, useListSearch } from '../../shared/list-search';
import { Empty, Page } from '../../shared/page';
import { useSettled } from '../../shared/use-settled';
import { ExpenseTable } from './expense-table';
import { EXPENSE_SORTS, NEWEST_FIRST, reportQuery } from './expenses-queries';
import { ExpenseReport } from './report';
import { GROUPS, ReportFilters } from './report-filters';

const ExpenseForm = lazyDialog(() => import('./expense-form').then((file) => file.ExpenseForm));

const PERIOD = { from: 'date', to: 'date', tourId: 'text', currency: CURRENCY_CODES } as const;

export function ExpensesPage() {
  const { expenses: text } = useText();
  const { search, value, filter } = useListSearch();
  const { form } = search;
  const { page, sortBy, sortDir, ...period } = listQuery(search, { ...PERIOD, sortBy: EXPENSE_SORTS });
  const { tourId, ...filters } = period;
  const sorting = sortBy === undefined ? NEWEST_FIRST : { sortBy, sortDir: sortDir ?? 'desc' };
  const groupBy = GROUPS.find((group) => group === value('groupBy')) ?? 'category';
  const query = { ...period, groupBy };
  useSettled(reportQuery(query));
  const csv = new URLSearchParams(Object.entries({ ...period, groupBy, format: 'csv' }));
  const log = <Button onClick={() => filter({ form: 'new' })}>{text.log}</Button>;
  return (
    <Page
      title={text.title}
      actions={
        <>
          <Button variant="default" component="a" href={`/api/expenses/reports?${csv}`} download>
            {text.download}
          </Button>
          {log}
        </>
      }
    >
      <ReportFilters query={query} />
      <ExpenseReport query={query} />
      <Stack gap="xs">
        <Title order={2} size="h3">
          {text.all}
        </Title>
        {tourId === undefined ? (
          <Text size="sm">{text.chooseTour}</Text>
        ) : (
          <ExpenseTable
            owner={{ tourId }}
            query={{ limit: 20, page, ...sorting, ...filters }}
            empty={<Empty action={log}>{text.empty}</Empty>}
          />
        )}
      </Stack>
      {form === 'new' ? (
        <ExpenseForm
          expense={null}
          eventId={null}
          onDone={() => filter({ form: undefined })}
          onClose={() => filter({ form: undefined })}
        />
      ) : null}
    </Page>
  );
}
