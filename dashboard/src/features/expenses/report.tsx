import './expenses.css';
import { Stack, Table, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetExpenseReportData } from '@tour-events/client';
import { BarChart } from '../../shared/bar-chart';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { moneyText, numberText, percentOf } from '../../shared/money';
import { ProblemAlert } from '../../shared/problem-alert';
import { TextButton } from '../../shared/text-button';
import { TextLink } from '../../shared/text-link';
import { monthText } from '../../shared/time';
import { reportQuery, type Report } from './expenses-queries';

type Group = Report['groups'][number];

/** The table has all groups; more bars than these are no picture any more. */
const MAX_BARS = 15;

const MONTH = /^\d{4}-\d{2}$/;

/** The sums of each group, as a chart and as a table of the same figures; currencies are never added up. */
export function ExpenseReport({ query }: { readonly query: NonNullable<GetExpenseReportData['query']> }) {
  const { expenses: text } = useText();
  const { filter } = useListSearch();
  const { data, error } = useQuery(reportQuery(query));
  if (data === undefined) return error === null ? null : <ProblemAlert error={error} />;
  const { totals, currencies } = data;
  const groupBy = query.groupBy ?? 'category';
  // Months in their order; what else there is, the largest first.
  const groups =
    groupBy === 'month' ? data.groups : [...data.groups].sort((a, b) => Number(b.amount) - Number(a.amount));
  // Until the new groups are read the previous ones are shown, whose keys are no months.
  const groupName = ({ key, label }: Group) => (MONTH.test(key) ? monthText(`${key}-01`) : (label ?? key));
  const largest = groups.reduce((most, { amount }) => (Number(amount) > Number(most) ? amount : most), '0');
  const others = currencies.filter(({ currency }) => currency !== totals.currency);
  const title = text.by(text.groups[groupBy], totals.currency);
  return (
    <Stack gap="md">
      {groups.length === 0 ? null : (
        <BarChart
          label={title}
          bars={groups.slice(0, MAX_BARS).map((group) => ({
            key: group.key,
            label: groupName(group),
            share: percentOf(group.amount, largest),
            text: moneyText(group.amount, totals.currency),
          }))}
        />
      )}
      <Table className="record-table">
        <VisuallyHidden component="caption">{title}</VisuallyHidden>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{text.groups[groupBy]}</Table.Th>
            <Table.Th scope="col" ta="right">
              {text.count}
            </Table.Th>
            <Table.Th scope="col" ta="right">
              {text.fields.amount}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map((group) => (
            <Table.Tr key={group.key}>
              <Table.Td data-phone="first">
                {groupBy === 'event' && group.label !== undefined ? (
                  <TextLink to="/events/$eventId" params={{ eventId: group.key }} search={{ tab: 'expenses' }}>
                    {groupName(group)}
                  </TextLink>
                ) : (
                  <span className="sentence-case">{groupName(group)}</span>
                )}
              </Table.Td>
              <Table.Td ta="right" className="figures" data-phone="none">
                {numberText(group.count)}
              </Table.Td>
              <Table.Td ta="right" className="figures" data-phone="second">
                {moneyText(group.amount, totals.currency)}
              </Table.Td>
            </Table.Tr>
          ))}
          {[totals, ...others].map(({ currency, amount, count }) => (
            <Table.Tr key={currency}>
              <Table.Th scope="row" data-phone="first">
                {currency === totals.currency ? (
                  text.total(currency)
                ) : (
                  <TextButton onClick={() => filter({ currency })}>{text.total(currency)}</TextButton>
                )}
              </Table.Th>
              <Table.Td ta="right" className="figures" data-phone="none">
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
