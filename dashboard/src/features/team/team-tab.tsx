import { ActionIcon, Anchor, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { EllipsisHorizontalIcon } from '@heroicons/react/24/outline';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse, ListTeamMembersData, ListTeamMembersResponse } from '@tour-events/client';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Empty } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { HistoryItem } from '../audit-logs';
import { TeamForm } from './team-form';
import { removeTeamMember, teamMemberQuery, teamQuery } from './team-queries';
import { TeamState } from './team-state';

type TeamMember = ListTeamMembersResponse['data'][number];

/** Who works on an event, and when they are expected. */
export function TeamTab({ event }: { readonly event: GetEventResponse }) {
  const { team: text } = useText();
  const { search, filter } = useListSearch();
  const [removing, setRemoving] = useState<TeamMember | null>(null);
  const { page, sortBy = 'callTime', sortDir, form } = search;
  const query = { limit: 50, page, sortBy, sortDir } as ListTeamMembersData['query'];
  const list = useQuery(teamQuery(event.id, query));
  const add = <Button onClick={() => filter({ form: 'team' })}>{text.add}</Button>;
  const close = () => filter({ form: undefined, member: undefined });
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {text.zone(event.timezone)}
        </Text>
        {add}
      </Group>
      <RecordTable
        caption={text.title}
        columns={useColumns(event.timezone, setRemoving)}
        list={list}
        empty={<Empty action={add}>{text.empty}</Empty>}
      />
      {form === 'team' ? <TeamForm event={event} member={null} onClose={close} /> : null}
      {form === 'member' ? <EditMember event={event} id={String(search['member'])} onClose={close} /> : null}
      {removing === null ? null : (
        <ConfirmDialog
          title={text.removeTitle(removing.name)}
          action={text.remove}
          run={() => removeTeamMember(event.id, removing.id)}
          onDone={() => setRemoving(null)}
          onCancel={() => setRemoving(null)}
        >
          {text.removeText}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

interface EditProps {
  readonly event: GetEventResponse;
  readonly id: string;
  readonly onClose: () => void;
}

/** The form opens on what is there now, so that its version is the one that is seen. */
function EditMember({ event, id, onClose }: EditProps) {
  const { data } = useQuery({ ...teamMemberQuery(event.id, id), staleTime: 0 });
  return data === undefined ? null : <TeamForm event={event} member={data} onClose={onClose} />;
}

function useColumns(zone: string, remove: (member: TeamMember) => void): Column<TeamMember>[] {
  const { team: text, common } = useText();
  const { filter } = useListSearch();
  return [
    {
      key: 'name',
      title: text.fields.name,
      sortKey: 'name',
      phone: 'first',
      render: ({ name, userId, notes }) => (
        <>
          {name}
          <Text size="xs" c="dimmed">
            {userId === null ? text.kinds.contact : text.kinds.user}
          </Text>
          {notes === null ? null : (
            <Text size="xs" c="dimmed" className="prose" lineClamp={3}>
              {notes}
            </Text>
          )}
        </>
      ),
    },
    { key: 'role', title: text.fields.role, phone: 'second', render: ({ role }) => role ?? '–' },
    {
      key: 'callTime',
      title: text.fields.callTime,
      sortKey: 'callTime',
      phone: 'second',
      render: ({ callTime }) => <Instant at={callTime} zone={zone} />,
    },
    {
      key: 'status',
      title: text.fields.status,
      phone: 'second',
      render: ({ status }) => <TeamState status={status} />,
    },
    {
      key: 'reach',
      title: text.reach,
      phone: 'second',
      render: ({ email, phone }) => (
        <Stack gap={0}>
          {email === null ? null : <Anchor href={`mailto:${email}`}>{email}</Anchor>}
          {phone === null ? null : <Anchor href={`tel:${phone}`}>{phone}</Anchor>}
        </Stack>
      ),
    },
    {
      key: 'actions',
      title: common.actions,
      titleHidden: true,
      align: 'right',
      phone: 'second',
      render: (member) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={text.editTitle(member.name)}
            onClick={() => filter({ form: 'member', member: member.id })}
          >
            {text.edit}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={text.actionsOf(member.name)}>
                <EllipsisHorizontalIcon width={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <HistoryItem type="team_member" id={member.id} />
              <Menu.Item color="red" onClick={() => remove(member)}>
                {text.remove}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      ),
    },
  ];
}
