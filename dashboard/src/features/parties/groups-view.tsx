import { Button, Menu, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { GetEventResponse } from '@tour-events/client';
import { useState } from 'react';
import { DeleteDialog } from '../../shared/delete-dialog';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { listQuery, useListSearch } from '../../shared/list-search';
import { Empty } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { RecordTable, type Column } from '../../shared/record-table';
import { RowMenu } from '../../shared/row-menu';
import { HistoryItem } from '../audit-logs';
import { checkInParty, comersQuery, deleteParty, partiesQuery, type Comer, type Party } from './parties-queries';

const EditPartyForm = lazyDialog(() => import('./party-form').then((file) => file.EditPartyForm));

/** The guests of an event who belong together. */
export function GroupsView({ event }: { readonly event: GetEventResponse }) {
  const { parties: text } = useText();
  const { search } = useListSearch();
  const query = { limit: 50, ...listQuery(search, { sortBy: ['name', 'createdAt'] }) };
  const list = useQuery(partiesQuery(event.id, query));
  const { data: comers } = useQuery(comersQuery(event.id));
  const [editing, setEditing] = useState<Party | null>(null);
  const [deleting, setDeleting] = useState<Party | null>(null);
  const checkIn = useMutation({ mutationFn: checkInParty });
  const columns = useColumns(comers, (party) => checkIn.mutate(party), setEditing, setDeleting);
  return (
    <Stack>
      {checkIn.error === null ? null : <ProblemAlert error={checkIn.error} />}
      <RecordTable
        caption={text.caption}
        noun="groups"
        columns={columns}
        list={list}
        empty={<Empty>{text.empty}</Empty>}
      />
      {editing === null ? null : <EditPartyForm party={editing} onClose={() => setEditing(null)} />}
      {deleting === null ? null : (
        <DeleteDialog
          text={text}
          name={deleting.name}
          run={() => deleteParty(deleting.id)}
          onDone={() => setDeleting(null)}
          onCancel={() => setDeleting(null)}
        />
      )}
    </Stack>
  );
}

function useColumns(
  comers: Readonly<Record<string, Comer>> | undefined,
  checkIn: (party: Party) => void,
  onEdit: (party: Party) => void,
  onDelete: (party: Party) => void,
): Column<Party>[] {
  const { parties: text, common } = useText();
  const comersOf = ({ eventGuestIds }: Party) =>
    eventGuestIds.flatMap((id) => comers?.[id] ?? []).sort((a, b) => a.name.localeCompare(b.name));
  return [
    { key: 'name', title: text.fields.name, sortKey: 'name', phone: 'first', render: ({ name }) => name },
    {
      key: 'members',
      title: text.fields.eventGuestIds,
      phone: 'second',
      render: (party) => (comers === undefined ? '…' : <Members party={party} comers={comersOf(party)} />),
    },
    {
      key: 'people',
      title: text.people,
      align: 'right',
      phone: 'second',
      isLabelled: true,
      render: (party) => comersOf(party).reduce((sum, { plusOnes }) => sum + 1 + plusOnes, 0),
    },
    {
      key: 'here',
      title: text.here,
      phone: 'second',
      render: (party) => {
        const coming = comersOf(party);
        const here = coming.filter(({ checkedInAt }) => checkedInAt !== null).length;
        if (coming.length === 0) return '–';
        return here === coming.length ? (
          text.allHere
        ) : (
          <>
            {text.hereOf(here, coming.length)}{' '}
            <Button
              size="compact-sm"
              variant="light"
              aria-label={text.checkInOne(party.name)}
              onClick={() => checkIn(party)}
            >
              {text.checkIn}
            </Button>
          </>
        );
      },
    },
    {
      key: 'actions',
      title: common.actions,
      titleHidden: true,
      align: 'right',
      phone: 'second',
      render: (party) => (
        <RowMenu label={text.actionsOf(party.name)}>
          <Menu.Item onClick={() => onEdit(party)}>{common.edit}</Menu.Item>
          <HistoryItem type="party" id={party.id} />
          <Menu.Item color="red" onClick={() => onDelete(party)}>
            {common.delete}
          </Menu.Item>
        </RowMenu>
      ),
    },
  ];
}

function Members({ party, comers }: { readonly party: Party; readonly comers: readonly Comer[] }) {
  const { parties: text } = useText();
  const declined = party.eventGuestIds.length - comers.length;
  const names = comers.map(({ name, plusOnes }) => (plusOnes > 0 ? `${name} +${plusOnes}` : name)).join(', ');
  return (
    <>
      {names}
      {declined === 0 ? null : (
        <Text size="xs" c="dimmed">
          {text.declined(declined)}
        </Text>
      )}
    </>
  );
}
