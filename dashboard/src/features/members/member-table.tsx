import { Group, Menu, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ListMembersResponse, UpdateMemberData } from '@tour-events/client';
import { useState } from 'react';
import { Filters } from '../../shared/filters';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { Avatar } from '../../shared/avatar';
import { Day } from '../../shared/instant';
import { SearchInput } from '../../shared/search-input';
import { useEveryText } from '../../shared/language';
import { listQuery, useListSearch } from '../../shared/list-search';
import { NothingFound } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { RecordTable, type Column } from '../../shared/record-table';
import { RowMenu } from '../../shared/row-menu';
import { RowSelect } from '../../shared/row-select';
import { Status } from '../../shared/status';
import { SelectFilter } from '../../shared/select-filter';
import { HistoryItem } from '../audit-logs';
import { useMay, useSession } from '../session';
import { membersQuery, removeMember, roleNamesQuery, updateMember } from './members-queries';

type Member = ListMembersResponse['data'][number];
type Update = (id: string, body: UpdateMemberData['body']) => void;

/** The members, whose roles change in place. The API explains why the last Admin stays. */
export function MemberTable() {
  const { members: text } = useEveryText();
  const { search } = useListSearch();
  const mayUpdate = useMay('users.update');
  const [removing, setRemoving] = useState<Member | null>(null);
  const query = listQuery(search, {
    q: 'text',
    role: 'text',
    status: { anyOf: ['active', 'suspended'] },
    sortBy: ['name', 'email', 'joinedAt'],
  });
  const list = useQuery(membersQuery({ limit: 20, ...query }));
  const update = useMutation({
    mutationFn: ({ id, body }: { id: string; body: UpdateMemberData['body'] }) => updateMember(id, body),
  });
  const columns = useColumns((id, body) => update.mutate({ id, body }), setRemoving);
  return (
    <Stack>
      <Filters>
        <SearchInput />
        {mayUpdate ? <RoleFilter /> : null}
      </Filters>
      {update.error === null ? null : <ProblemAlert error={update.error} />}
      <RecordTable
        caption={text.title}
        noun="people"
        columns={columns}
        list={list}
        empty={<NothingFound noun="people" />}
      />
      {removing === null ? null : (
        <ConfirmDialog
          title={text.removeTitle(removing.name)}
          action={text.remove}
          run={() => removeMember(removing.id)}
          onDone={() => setRemoving(null)}
          onCancel={() => setRemoving(null)}
        >
          {text.removeText}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

function useColumns(update: Update, remove: (member: Member) => void): Column<Member>[] {
  const { members: text, common } = useEveryText();
  const { organization, user } = useSession();
  const mayUpdate = useMay('users.update');
  const mayRemove = useMay('users.delete');
  return [
    {
      key: 'name',
      title: text.fields.name,
      sortKey: 'name',
      phone: 'first',
      render: ({ name, email, userId }) => (
        <Group gap={10} wrap="nowrap">
          <Avatar name={name} size={32} />
          <div>
            {name} {userId === user.id ? text.you : ''}
            <Text size="xs" c="dimmed" fw={400}>
              {email}
            </Text>
          </div>
        </Group>
      ),
    },
    {
      key: 'role',
      title: text.fields.role,
      phone: 'second',
      render: (member) => (mayUpdate ? <RoleSelect member={member} update={update} /> : member.role),
    },
    {
      key: 'status',
      title: text.fields.status,
      phone: 'second',
      render: ({ status }) => <Status tone={status === 'active' ? 'good' : 'waiting'}>{text.statuses[status]}</Status>,
    },
    {
      key: 'joinedAt',
      title: text.fields.joinedAt,
      render: ({ joinedAt }) => <Day at={joinedAt} zone={organization.timezone} />,
    },
    {
      key: 'actions',
      title: common.actions,
      titleHidden: true,
      align: 'right',
      phone: 'first',
      render: (member) => (
        <MemberMenu
          id={member.id}
          name={member.name}
          letIn={mayUpdate && member.status === 'suspended' ? () => update(member.id, { status: 'active' }) : null}
          remove={mayRemove ? () => remove(member) : null}
        />
      ),
    },
  ];
}

/** Shows the members of one role. */
function RoleFilter() {
  const { members: text } = useEveryText();
  const seesRoles = useMay('roles.read');
  const names = useQuery({ ...roleNamesQuery, enabled: seesRoles }).data ?? [];
  if (!seesRoles) return null;
  return <SelectFilter name="role" label={text.roleShown} data={[...names]} w={180} />;
}

function RoleSelect({ member, update }: { readonly member: Member; readonly update: Update }) {
  const { members: text } = useEveryText();
  const seesRoles = useMay('roles.read');
  const names = useQuery({ ...roleNamesQuery, enabled: seesRoles }).data ?? [];
  const roles = names.includes(member.role) ? names : [member.role, ...names];
  return (
    <RowSelect
      maw={180}
      label={text.roleOf(member.name)}
      data={roles.map((role) => ({ value: role, label: role }))}
      value={member.role}
      onChange={(role) => update(member.id, { role })}
    />
  );
}

interface MenuProps {
  readonly id: string;
  readonly name: string;
  /** Null where there is nothing to do or it is not allowed. */
  readonly letIn: (() => void) | null;
  readonly remove: (() => void) | null;
}

function MemberMenu({ id, name, letIn, remove }: MenuProps) {
  const { members: text } = useEveryText();
  const maySeeHistory = useMay('auditLogs.read');
  if (letIn === null && remove === null && !maySeeHistory) return null;
  return (
    <RowMenu label={text.actionsFor(name)}>
      {letIn === null ? null : <Menu.Item onClick={letIn}>{text.letIn}</Menu.Item>}
      <HistoryItem type="member" id={id} />
      {remove === null ? null : (
        <Menu.Item color="red" onClick={remove}>
          {text.remove}
        </Menu.Item>
      )}
    </RowMenu>
  );
}
