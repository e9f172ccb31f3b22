import { Button, Stack, Title } from '@mantine/core';
import type { ListAllExpensesData } from '@tour-events/client';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Empty, Page } from '../../shared/page';
import { ExpenseForm } from './expense-form';
import { ExpenseTable } from './expense-table';
import type { ReportQuery } from './expenses-queries';
import { ExpenseReport } from './report';
import { GROUPS, ReportFilters } from './report-filters';

/** Without what is not given. */
const given = (filters: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''));

export function ExpensesPage() {
  const { expenses: text } = useText();
  const { search, filter } = useListSearch();
  const { page, sortBy = 'incurredAt', sortDir = 'desc', form } = search;
  const value = (name: string) => search[name] as string | undefined;
  const groupBy = GROUPS.find((group) => group === value('groupBy')) ?? 'category';
  const period = { from: value('from'), to: value('to'), tourId: value('tourId'), currency: value('currency') };
  const query = { ...given(period), groupBy } as ReportQuery;
  const csv = new URLSearchParams(
    Object.entries({ ...period, groupBy, format: 'csv' }).filter((entry): entry is [string, string] => !!entry[1]),
  );
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
        <ExpenseTable
          query={{ limit: 20, page, sortBy, sortDir, ...period } as ListAllExpensesData['query']}
          empty={<Empty action={log}>{text.empty}</Empty>}
        />
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
