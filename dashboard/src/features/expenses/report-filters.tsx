import { Group, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { useSession } from '../session';
import { toursQuery } from '../tours';
import { reportQuery, type ReportQuery } from './expenses-queries';

export const GROUPS = ['category', 'event', 'month'] as const;

/** What the report is grouped by, and which expenses it counts. */
export function ReportFilters({ query }: { readonly query: ReportQuery }) {
  const { expenses: text, common } = useText();
  const { organization } = useSession();
  const { filter } = useListSearch();
  const tours = useQuery(toursQuery({ limit: 100, sortBy: 'name' }));
  // The same request as that of the report: every currency that there is in this period.
  const report = useQuery(reportQuery(query));
  const currencies = [
    ...new Set([
      organization.currency,
      ...(report.data?.currencies.map(({ currency }) => currency) ?? []),
      ...(query.currency === undefined ? [] : [query.currency]),
    ]),
  ];
  return (
    <Group gap="sm" align="flex-end" className="no-print">
      <SegmentedControl
        aria-label={text.groupBy}
        data={GROUPS.map((group) => ({ value: group, label: text.groups[group] }))}
        value={query.groupBy ?? 'category'}
        onChange={(groupBy) => filter({ groupBy })}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={text[name]}
          value={query[name] ?? ''}
          onChange={({ currentTarget }) => filter({ [name]: currentTarget.value || undefined })}
        />
      ))}
      <Select
        label={text.tour}
        placeholder={common.all}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': common.clear }}
        data={tours.data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={query.tourId ?? null}
        onChange={(tourId) => filter({ tourId: tourId ?? undefined })}
      />
      <Select
        label={text.fields.currency}
        w={110}
        allowDeselect={false}
        data={currencies}
        value={query.currency ?? organization.currency}
        onChange={(currency) => filter({ currency: currency === organization.currency ? undefined : currency! })}
      />
    </Group>
  );
}
