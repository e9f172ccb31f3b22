import { Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListPlatformUsersResponse, UserStatus } from '@tour-events/client';
import { Filters } from '../../shared/filters';
import { Instant } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { listQuery, useListSearch } from '../../shared/list-search';
import { Empty, NothingFound, Page } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { SearchInput } from '../../shared/search-input';
import { TextLink } from '../../shared/text-link';
import { OWN_TIME_ZONE } from '../../shared/time';
import { choices } from '../../shared/choices';
import { SelectFilter } from '../../shared/select-filter';
import { usersQuery } from './operators-queries';
import { UserState } from './states';

const UserDrawer = lazyDialog(() => import('./user-drawer').then((file) => file.UserDrawer));

type Row = ListPlatformUsersResponse['data'][number];

const STATUSES: readonly UserStatus[] = ['active', 'suspended'];

/** The users of all organizations; the one that is open is in the address. */
export function UsersPage() {
  const {
    operators: { users: text },
  } = useEveryText();
  const { search, filter } = useListSearch();
  const { user } = search;
  const query = listQuery(search, {
    q: 'text',
    status: { anyOf: STATUSES },
    superAdmin: 'flag',
    sortBy: ['name', 'email', 'createdAt'],
  });
  const list = useQuery(usersQuery({ limit: 20, ...query }));
  return (
    <Page title={text.title}>
      <Filters>
        <SearchInput />
        <SelectFilter name="status" label={text.fields.status} data={choices(STATUSES, text.statuses)} />
        <Checkbox
          label={text.onlySuperAdmins}
          checked={query.superAdmin === true}
          onChange={({ currentTarget }) => filter({ superAdmin: currentTarget.checked || undefined })}
        />
      </Filters>
      <RecordTable
        caption={text.title}
        noun="users"
        columns={useColumns()}
        list={list}
        empty={Object.keys(query).length > 0 ? <NothingFound noun="users" /> : <Empty>{text.empty}</Empty>}
      />
      {typeof user === 'string' ? <UserDrawer id={user} key={user} /> : null}
    </Page>
  );
}

function useColumns(): Column<Row>[] {
  const {
    operators: { users: text },
  } = useEveryText();
  return [
    {
      key: 'name',
      title: text.fields.name,
      sortKey: 'name',
      phone: 'first',
      render: ({ id, name, email, erasedAt }) => (
        <>
          <TextLink to="/platform/users" search={(before: object) => ({ ...before, user: id })} resetScroll={false}>
            {name}
          </TextLink>
          <Text size="xs" c="dimmed">
            {erasedAt === null ? email : null}
          </Text>
        </>
      ),
    },
    {
      key: 'status',
      title: text.fields.status,
      phone: 'second',
      render: (user) => <UserState user={user} />,
    },
    {
      key: 'organizations',
      title: text.fields.organizations,
      phone: 'second',
      render: ({ organizations }) => organizations.map(({ name }) => name).join(', '),
    },
    {
      key: 'lastSignInAt',
      title: text.fields.lastSignInAt,
      render: ({ lastSignInAt }) => <Instant at={lastSignInAt} zone={OWN_TIME_ZONE} />,
    },
    {
      key: 'createdAt',
      title: text.fields.createdAt,
      sortKey: 'createdAt',
      render: ({ createdAt }) => <Instant at={createdAt} zone={OWN_TIME_ZONE} />,
    },
  ];
}
