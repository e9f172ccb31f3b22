import { Button, Group, Progress, SegmentedControl, Stack, Table, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetExpenseReportData, ListAllExpensesData } from '@tour-events/client';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { moneyText, numberText, percentOf } from '../../shared/money';
import { Empty, Page } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { ExpenseForm } from './expense-form';
import { ExpenseTable } from './expense-table';
import { reportQuery } from './expenses-queries';

const GROUPS = ['category', 'event', 'month'] as const;

export function ExpensesPage() {
  const { expenses: text } = useText();
  const { search, filter } = useListSearch();
  const { page, sortBy, sortDir, form } = search;
  const value = (name: string) => search[name] as string | undefined;
  const groupBy = GROUPS.find((group) => group === value('groupBy')) ?? 'category';
  const period = { from: value('from'), to: value('to'), tourId: value('tourId'), currency: value('currency') };
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
      <Group gap="sm">
        <SegmentedControl
          aria-label={text.groupBy}
          data={GROUPS.map((group) => ({ value: group, label: text.groups[group] }))}
          value={groupBy}
          onChange={(group) => filter({ groupBy: group })}
        />
        {(['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            aria-label={text[name]}
            value={value(name) ?? ''}
            onChange={({ currentTarget }) => filter({ [name]: currentTarget.value || undefined })}
          />
        ))}
      </Group>
      <ReportTable query={{ ...period, groupBy } as GetExpenseReportData['query']} />
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

/** The sums of each group as figures and as bars of the same figures. */
function ReportTable({ query }: { readonly query: GetExpenseReportData['query'] }) {
  const { expenses: text } = useText();
  const { data, error } = useQuery(reportQuery(query));
  if (data === undefined) return error === null ? null : <ProblemAlert error={error} />;
  const { totals, groups, currencies } = data;
  const others = currencies.filter(({ currency }) => currency !== totals.currency);
  return (
    <Stack gap="xs">
      <Table className="record-table">
        <Table.Tbody>
          {groups.map(({ key, label, amount, count }) => (
            <Table.Tr key={key}>
              <Table.Td data-phone="first">{label ?? key}</Table.Td>
              <Table.Td w="40%">
                <Progress value={percentOf(amount, totals.amount)} aria-label={`${label ?? key}: ${amount}`} />
              </Table.Td>
              <Table.Td ta="right" className="figures">
                {numberText(count)}
              </Table.Td>
              <Table.Td ta="right" className="figures" data-phone="second">
                {moneyText(amount, totals.currency)}
              </Table.Td>
            </Table.Tr>
          ))}
          {[totals, ...others].map(({ currency, amount, count }) => (
            <Table.Tr key={currency}>
              <Table.Th scope="row" data-phone="first">
                {text.total(currency)}
              </Table.Th>
              <Table.Td />
              <Table.Td ta="right" className="figures">
                {numberText(count)}
              </Table.Td>
              <Table.Td ta="right" className="figures" data-phone="second" fw={600}>
                {moneyText(amount, currency)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
