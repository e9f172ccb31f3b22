import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Filters } from '../../shared/filters';
import { DateInput } from '../../shared/date-input';
import { useText } from '../../shared/language';
import { isDate, useListSearch } from '../../shared/list-search';
import { SearchSelect } from '../../shared/search-select';
import { choices } from '../../shared/choices';
import { useSession } from '../session';
import { TOUR_CHOICES } from '../tours';
import { reportQuery, type ReportQuery } from './expenses-queries';

export const GROUPS = ['category', 'event', 'month'] as const;

/** What the report is grouped by, and which expenses it counts. */
export function ReportFilters({ query }: { readonly query: ReportQuery }) {
  const { expenses: text, common } = useText();
  const { organization } = useSession();
  const { filter } = useListSearch();
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
    <Filters isLabelled>
      <SegmentedControl
        aria-label={text.groupBy}
        data={choices(GROUPS, text.groups)}
        value={query.groupBy ?? 'category'}
        onChange={(groupBy) => filter({ groupBy })}
      />
      {(['from', 'to'] as const).map((name) => (
        <DateInput
          key={name}
          w={150}
          label={text[name]}
          value={query[name] ?? ''}
          onChange={(date) => filter({ [name]: isDate(date) ? date : undefined })}
        />
      ))}
      <SearchSelect
        source={TOUR_CHOICES}
        label={text.tour}
        placeholder={common.all}
        clearable
        clearButtonProps={{ 'aria-label': common.clear }}
        value={query.tourId ?? null}
        onChange={(tourId) => filter({ tourId: tourId ?? undefined })}
      />
      <Select
        label={text.fields.currency}
        w={110}
        data={currencies}
        // What chart and table are in when none is chosen is for the service to say.
        value={query.currency ?? report.data?.totals.currency ?? null}
        onChange={(currency) => filter({ currency: currency ?? undefined })}
      />
    </Filters>
  );
}
