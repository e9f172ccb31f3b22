import { Group, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { InvitationStatus, ListInvitationsData, ListInvitationsResponse } from '@tour-events/client';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { Instant } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Empty } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { RecordTable, type Column } from '../../shared/record-table';
import { RowButton } from '../../shared/row-button';
import { Status, type Tone } from '../../shared/status';
import { useMay, useSession } from '../session';
import { invitationsQuery, resendInvitation, revokeInvitation } from './members-queries';

type Invitation = ListInvitationsResponse['data'][number];

const TONES: Readonly<Record<InvitationStatus, Tone>> = {
  pending: 'waiting',
  accepted: 'good',
  revoked: 'neutral',
  expired: 'bad',
};

/** The invitations, newest first. */
export function InvitationTable() {
  const { members: text } = useEveryText();
  const { search } = useListSearch();
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const query: ListInvitationsData['query'] = { limit: 20, ...(search.page !== undefined && { page: search.page }) };
  const list = useQuery(invitationsQuery(query));
  const resend = useMutation({ mutationFn: (id: string) => resendInvitation(id) });
  const columns = useColumns((id) => resend.mutate(id), setRevoking);
  return (
    <Stack>
      {resend.error === null ? null : <ProblemAlert error={resend.error} />}
      <RecordTable
        caption={text.invitations}
        noun="invitations"
        columns={columns}
        list={list}
        empty={<Empty>{text.noInvitations}</Empty>}
      />
      {revoking === null ? null : (
        <ConfirmDialog
          title={text.revokeTitle(revoking.email)}
          action={text.revoke}
          run={() => revokeInvitation(revoking.id)}
          onDone={() => setRevoking(null)}
          onCancel={() => setRevoking(null)}
        >
          {text.revokeText}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

function useColumns(resend: (id: string) => void, revoke: (invitation: Invitation) => void): Column<Invitation>[] {
  const { members: text, common } = useEveryText();
  const { organization } = useSession();
  const mayInvite = useMay('users.invite');
  return [
    { key: 'email', title: text.fields.email, phone: 'first', render: ({ email }) => email },
    { key: 'role', title: text.fields.role, phone: 'second', render: ({ role }) => role },
    {
      key: 'status',
      title: text.fields.status,
      phone: 'second',
      render: ({ status }) => <Status tone={TONES[status]}>{text.invitationStatuses[status]}</Status>,
    },
    {
      key: 'expiresAt',
      title: text.fields.expiresAt,
      render: ({ expiresAt }) => <Instant at={expiresAt} zone={organization.timezone} />,
    },
    {
      key: 'actions',
      title: common.actions,
      titleHidden: true,
      align: 'right',
      phone: 'second',
      render: (invitation) =>
        mayInvite && (invitation.status === 'pending' || invitation.status === 'expired') ? (
          <Group gap="xs" justify="flex-end">
            <RowButton onClick={() => resend(invitation.id)}>{text.resend}</RowButton>
            {invitation.status === 'pending' ? (
              <RowButton onClick={() => revoke(invitation)}>{text.revoke}</RowButton>
            ) : null}
          </Group>
        ) : null,
    },
  ];
}
