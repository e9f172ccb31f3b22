import { Anchor, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse, ListTeamMembersResponse } from '@tour-events/client';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { EraseDialog } from '../../shared/erase-dialog';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { listQuery, useListSearch } from '../../shared/list-search';
import { Empty } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { RowButton } from '../../shared/row-button';
import { RowMenu } from '../../shared/row-menu';
import { saveAs } from '../../shared/save-as';
import { HistoryItem } from '../audit-logs';
import { useMay } from '../session';
import { contactDataFile, eraseContact, removeTeamMember, teamMemberQuery, teamQuery } from './team-queries';
import { TeamState } from './team-state';

const TeamForm = lazyDialog(() => import('./team-form').then((file) => file.TeamForm));

type TeamMember = ListTeamMembersResponse['data'][number];

/** Who works on an event, and when they are expected. */
export function TeamTab({ event }: { readonly event: GetEventResponse }) {
  const { team: text } = useText();
  const { search, filter } = useListSearch();
  const [removing, setRemoving] = useState<TeamMember | null>(null);
  const [erasing, setErasing] = useState<TeamMember | null>(null);
  const columns = useColumns(event, { remove: setRemoving, erase: setErasing });
  const { form } = search;
  const asked = listQuery(search, { sortBy: ['createdAt', 'name', 'callTime'] });
  const query = { limit: 50, sortBy: 'callTime', ...asked } as const;
  const list = useQuery(teamQuery(event.id, query));
  const add = (isFilled: boolean) => (
    <Button variant={isFilled ? 'filled' : 'default'} onClick={() => filter({ form: 'team' })}>
      {text.add}
    </Button>
  );
  const close = () => filter({ form: undefined, member: undefined });
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {text.zone(event.timezone)}
        </Text>
        {add(list.data?.total !== 0)}
      </Group>
      <RecordTable
        caption={text.title}
        noun="people"
        columns={columns}
        list={list}
        empty={<Empty action={add(true)}>{text.empty}</Empty>}
      />
      {form === 'team' ? <TeamForm event={event} member={null} onClose={close} /> : null}
      {form === 'member' ? <EditMember event={event} id={String(search['member'])} onClose={close} /> : null}
      {erasing === null ? null : (
        <EraseDialog
          title={text.eraseTitle(erasing.name)}
          effects={text.eraseEffects}
          action={text.erase}
          run={() => eraseContact(event.id, erasing.id)}
          onDone={() => setErasing(null)}
          onCancel={() => setErasing(null)}
        />
      )}
      {removing === null ? null : (
        <ConfirmDialog
          title={text.removeTitle(removing.name)}
          action={text.remove}
          isFinal
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

interface MemberActions {
  readonly remove: (member: TeamMember) => void;
  readonly erase: (member: TeamMember) => void;
}

/** What is known of a contact, for them, and how it is forgotten; nothing for members and for who may not. */
function ContactItems({ event, member, erase }: EditedMember & Pick<MemberActions, 'erase'>) {
  const { team: text } = useText();
  if (!useMay('personalData.erase') || member.userId !== null || member.erasedAt !== null) return null;
  const download = async () => saveAs(await contactDataFile(event.id, member.id), text.file);
  return (
    <>
      <Menu.Item onClick={() => void download()}>{text.personalData}</Menu.Item>
      <Menu.Item color="red" onClick={() => erase(member)}>
        {text.erase}
      </Menu.Item>
    </>
  );
}

interface EditedMember {
  readonly event: GetEventResponse;
  readonly member: TeamMember;
}

function useColumns(event: GetEventResponse, { remove, erase }: MemberActions): Column<TeamMember>[] {
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
    { key: 'role', title: text.fields.role, phone: 'second', render: ({ role }) => role },
    {
      key: 'callTime',
      title: text.fields.callTime,
      sortKey: 'callTime',
      phone: 'second',
      render: ({ callTime }) => (callTime === null ? null : <Instant at={callTime} zone={event.timezone} />),
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
          {email === null ? null : <Anchor href={`mailto:${encodeURIComponent(email)}`}>{email}</Anchor>}
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
          <RowButton
            aria-label={text.editTitle(member.name)}
            onClick={() => filter({ form: 'member', member: member.id })}
          >
            {text.edit}
          </RowButton>
          <RowMenu label={text.actionsOf(member.name)}>
            <HistoryItem type="team_member" id={member.id} />
            <ContactItems event={event} member={member} erase={erase} />
            <Menu.Item color="red" onClick={() => remove(member)}>
              {text.remove}
            </Menu.Item>
          </RowMenu>
        </Group>
      ),
    },
  ];
}
