import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ListOrganizationsResponse } from '@tour-events/client';
import { Filters } from '../../shared/filters';
import { Instant } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { listQuery, useListSearch } from '../../shared/list-search';
import { numberText } from '../../shared/money';
import { Empty, NothingFound, Page } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { RecordTable, type Column } from '../../shared/record-table';
import { SearchInput } from '../../shared/search-input';
import { TextLink } from '../../shared/text-link';
import { OWN_TIME_ZONE } from '../../shared/time';
import { useSettled } from '../../shared/use-settled';
import { choices } from '../../shared/choices';
import { SelectFilter } from '../../shared/select-filter';
import { allPlansQuery } from '../plans';
import { organizationsQuery, restoreOrganization } from './operators-queries';
import { OrganizationState } from './states';

const OrganizationDrawer = lazyDialog(() => import('./organization-drawer').then((file) => file.OrganizationDrawer));

type Row = ListOrganizationsResponse['data'][number];

const STATES = ['active', 'suspended', 'deleted'] as const;

/** Every organization of the platform; the one that is open is in the address. */
export function OrganizationsPage() {
  const {
    operators: { organizations: text },
  } = useEveryText();
  const { search } = useListSearch();
  const { organization } = search;
  const query = listQuery(search, {
    q: 'text',
    status: { anyOf: STATES },
    sortBy: ['name', 'createdAt', 'mailToday'],
  });
  const page = organizationsQuery({ limit: 20, ...query });
  useSettled(page, allPlansQuery);
  const list = useQuery(page);
  const isFiltered = query.q !== undefined || query.status !== undefined;
  return (
    <Page title={text.title}>
      <Filters>
        <SearchInput />
        <SelectFilter name="status" label={text.fields.status} data={choices(STATES, text.statuses)} />
      </Filters>
      <RecordTable
        caption={text.title}
        noun="organizations"
        columns={useColumns()}
        list={list}
        empty={isFiltered ? <NothingFound noun="organizations" /> : <Empty>{text.empty}</Empty>}
      />
      {typeof organization === 'string' ? <OrganizationDrawer id={organization} key={organization} /> : null}
    </Page>
  );
}

function useColumns(): Column<Row>[] {
  const {
    operators: { organizations: text },
  } = useEveryText();
  const plans = useQuery(allPlansQuery).data ?? [];
  return [
    {
      key: 'name',
      title: text.fields.name,
      sortKey: 'name',
      phone: 'first',
      render: ({ id, name, slug, deletedAt }) => (
        <>
          {deletedAt === null ? (
            <TextLink
              to="/platform/organizations"
              search={(before: object) => ({ ...before, organization: id })}
              resetScroll={false}
            >
              {name}
            </TextLink>
          ) : (
            name
          )}
          <Text size="xs" c="dimmed">
            {slug}
          </Text>
        </>
      ),
    },
    {
      key: 'status',
      title: text.fields.status,
      phone: 'second',
      render: ({ id, name, status, deletedAt }) =>
        deletedAt === null ? <OrganizationState status={status} /> : <Deleted id={id} name={name} at={deletedAt} />,
    },
    {
      key: 'plan',
      title: text.fields.planId,
      phone: 'second',
      render: ({ planId }) => plans.find(({ id }) => id === planId)?.name,
    },
    {
      key: 'mailToday',
      title: text.fields.mailToday,
      sortKey: 'mailToday',
      align: 'right',
      render: ({ mailToday }) => numberText(mailToday),
    },
    {
      key: 'createdAt',
      title: text.fields.createdAt,
      sortKey: 'createdAt',
      render: ({ createdAt }) => <Instant at={createdAt} zone={OWN_TIME_ZONE} />,
    },
  ];
}

/** Of one that was deleted: when, and the way back. */
function Deleted({ id, name, at }: { readonly id: string; readonly name: string; readonly at: string }) {
  const {
    operators: { organizations: text },
  } = useEveryText();
  const restoring = useMutation({ mutationFn: () => restoreOrganization(id) });
  return (
    <Group gap="sm">
      <Text size="sm">
        {text.deletedAt} <Instant at={at} zone={OWN_TIME_ZONE} />
      </Text>
      <Button
        size="xs"
        variant="default"
        aria-label={`${text.restore}: ${name}`}
        loading={restoring.isPending}
        onClick={() => restoring.mutate()}
      >
        {text.restore}
      </Button>
      {restoring.error === null ? null : <ProblemAlert error={restoring.error} />}
    </Group>
  );
}
