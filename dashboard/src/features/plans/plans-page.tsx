import { useQuery } from '@tanstack/react-query';
import type { ListPlansResponse } from '@tour-events/client';
import { EditableList } from '../../shared/editable-list';
import { useEveryText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { listQuery, useListSearch } from '../../shared/list-search';
import { moneyText } from '../../shared/money';
import type { Column } from '../../shared/record-table';
import { Status } from '../../shared/status';
import { plans } from './plan';

const PlanForm = lazyDialog(() => import('./plan-form').then((file) => file.PlanForm));

type Row = ListPlansResponse['data'][number];

/** The plans that organizations subscribe to. */
export function PlansPage() {
  const { plans: text } = useEveryText();
  const query = listQuery(useListSearch().search, { sortBy: ['name', 'monthlyPrice', 'createdAt'] });
  return (
    <EditableList
      title={text.title}
      noun="plans"
      list={useQuery(plans.list({ limit: 20, ...query }))}
      columns={useColumns()}
      of={plans}
      Form={PlanForm}
      nameOf={({ name }) => name}
      text={text}
    />
  );
}

function useColumns(): Column<Row>[] {
  const { plans: text } = useEveryText();
  return [
    { key: 'name', title: text.fields.name, sortKey: 'name', phone: 'first', render: ({ name }) => name },
    {
      key: 'active',
      title: text.fields.active,
      phone: 'second',
      render: ({ active }) => (
        <Status tone={active ? 'good' : 'neutral'}>{active ? text.offered : text.notOffered}</Status>
      ),
    },
    {
      key: 'monthlyPrice',
      title: text.fields.monthlyPrice,
      sortKey: 'monthlyPrice',
      align: 'right',
      phone: 'second',
      render: ({ monthlyPrice, currency }) => moneyText(monthlyPrice, currency),
    },
    {
      key: 'yearlyPrice',
      title: text.fields.yearlyPrice,
      align: 'right',
      render: ({ yearlyPrice, currency }) => moneyText(yearlyPrice, currency),
    },
    { key: 'features', title: text.fields.features, render: ({ features }) => features.join(', ') },
  ];
}
