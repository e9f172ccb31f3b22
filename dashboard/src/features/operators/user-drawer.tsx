import './operators.css';
import { Button, Group, List, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { GetPlatformUserResponse } from '@tour-events/client';
import { useState } from 'react';
import type { Versioned } from '../../shared/api';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { EraseDialog } from '../../shared/erase-dialog';
import { Instant } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Drawer } from '../../shared/modal';
import { ProblemAlert } from '../../shared/problem-alert';
import { TextLink } from '../../shared/text-link';
import { OWN_TIME_ZONE } from '../../shared/time';
import { useSession } from '../session';
import { ActAsDialog } from './act-as-dialog';
import { endSessions, eraseUser, resetFactors, setSuperAdmin, updateUser, userQuery } from './operators-queries';
import { OrganizationState, UserState } from './states';

type User = GetPlatformUserResponse;

/** One user: who they are, where they are a member, and what an operator does with them. */
export function UserDrawer({ id }: { readonly id: string }) {
  const { common } = useEveryText();
  const { filter } = useListSearch();
  const { data: user, error } = useQuery(userQuery(id));
  return (
    <Drawer
      opened
      onClose={() => filter({ user: undefined })}
      position="right"
      size="xl"
      title={user?.record.name}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {error === null ? null : <ProblemAlert error={error} />}
      {user === undefined && error === null ? <Skeleton h={240} data-loading /> : null}
      {user === undefined ? null : <UserView user={user} />}
    </Drawer>
  );
}

function UserView({ user }: { readonly user: Versioned<User> }) {
  const {
    operators: { users: text },
  } = useEveryText();
  const { record } = user;
  const facts = [
    [text.fields.email, record.erasedAt === null ? record.email : '–'],
    [text.fields.phone, record.phone ?? '–'],
    [text.fields.emailConfirmedAt, <Instant key="confirmed" at={record.emailConfirmedAt} zone={OWN_TIME_ZONE} />],
    [text.fields.lastSignInAt, <Instant key="last" at={record.lastSignInAt} zone={OWN_TIME_ZONE} />],
    [text.fields.createdAt, <Instant key="created" at={record.createdAt} zone={OWN_TIME_ZONE} />],
  ] as const;
  return (
    <Stack gap="lg">
      <UserState user={record} />
      <Table layout="fixed" variant="vertical">
        <Table.Tbody>
          {facts.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" w={140}>
                {label}
              </Table.Th>
              <Table.Td className="prose">{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Stack component="section" gap="xs">
        <Title order={2} size="h4">
          {text.fields.organizations}
        </Title>
        {record.organizations.length === 0 ? <Text size="sm">{text.noOrganization}</Text> : null}
        <List size="sm" listStyleType="none" spacing={4} className="prose">
          {record.organizations.map(({ id, name, role, status }) => (
            <List.Item key={id}>
              <TextLink to="/platform/organizations" search={{ organization: id }}>
                {name}
              </TextLink>{' '}
              <Text span size="xs" c="dimmed">
                {role}
              </Text>{' '}
              {status === 'active' ? null : <OrganizationState status={status} />}
            </List.Item>
          ))}
        </List>
      </Stack>
      {/* Another user's session, suspension and flag; one's own are on /account. */}
      {record.id === useSession().user.id || record.erasedAt !== null ? null : <Actions user={user} />}
    </Stack>
  );
}

type Asking = 'act' | 'suspend' | 'sessions' | 'factors' | 'superAdmin' | 'erase';

function Actions({ user: { record, etag } }: { readonly user: Versioned<User> }) {
  const {
    operators: { users: text },
  } = useEveryText();
  const { id, name, status, superAdmin, organizations } = record;
  const [asking, setAsking] = useState<Asking | null>(null);
  const [areEnded, setEnded] = useState(false);
  const reactivating = useMutation({ mutationFn: () => updateUser(id, { status: 'active' }, etag) });
  const close = () => setAsking(null);
  const mayAct = !superAdmin && status === 'active' && organizations.length > 0;
  const dialogs = {
    suspend: {
      title: text.suspendTitle(name),
      action: text.suspend,
      text: text.suspendText,
      run: () => updateUser(id, { status: 'suspended' }, etag),
    },
    sessions: {
      title: text.endSessionsTitle(name),
      action: text.endSessions,
      text: text.endSessionsText,
      run: async () => {
        await endSessions(id);
        setEnded(true);
      },
    },
    factors: {
      title: text.resetFactorsTitle(name),
      action: text.resetFactors,
      text: text.resetFactorsText,
      run: () => resetFactors(id),
    },
    superAdmin: {
      title: superAdmin ? text.revokeTitle(name) : text.grantTitle(name),
      action: superAdmin ? text.revoke : text.grant,
      text: superAdmin ? text.revokeText : text.grantText,
      run: () => setSuperAdmin(id, !superAdmin),
    },
  };
  const dialog = asking === null || asking === 'act' || asking === 'erase' ? null : dialogs[asking];
  return (
    <Stack gap="sm">
      {mayAct ? (
        <Button w="fit-content" onClick={() => setAsking('act')}>
          {text.actAs}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {text.noActing}
        </Text>
      )}
      <div className="deeds">
        {status === 'active' ? (
          <Deed label={text.suspend} about={text.suspendText} onClick={() => setAsking('suspend')} />
        ) : (
          <Button variant="default" loading={reactivating.isPending} onClick={() => reactivating.mutate()}>
            {text.reactivate}
          </Button>
        )}
        <Deed label={text.endSessions} about={text.endSessionsText} onClick={() => setAsking('sessions')} />
        <Deed label={text.resetFactors} about={text.resetFactorsText} onClick={() => setAsking('factors')} />
        <Deed
          label={dialogs.superAdmin.action}
          about={dialogs.superAdmin.text}
          onClick={() => setAsking('superAdmin')}
        />
        <Deed label={text.erase} about={text.eraseEffects[0]!} onClick={() => setAsking('erase')} />
      </div>
      {areEnded ? (
        <Text size="sm" role="status">
          {text.sessionsEnded}
        </Text>
      ) : null}
      {reactivating.error === null ? null : <ProblemAlert error={reactivating.error} />}
      {asking === 'erase' ? (
        <EraseDialog
          title={text.eraseTitle(name)}
          effects={text.eraseEffects}
          action={text.erase}
          inUse={{ code: 'last_admin', text: text.eraseLastAdmin, agree: text.eraseAnyway }}
          run={(force) => eraseUser(id, force)}
          onDone={close}
          onCancel={close}
        />
      ) : null}
      {asking === 'act' ? <ActAsDialog id={id} name={name} onClose={close} /> : null}
      {dialog === null ? null : (
        <ConfirmDialog title={dialog.title} action={dialog.action} run={dialog.run} onDone={close} onCancel={close}>
          {dialog.text}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

interface DeedProps {
  readonly label: string;
  /** What it means for the user. */
  readonly about: string;
  readonly onClick: () => void;
}

/** Something that is seldom done, beside what it means. */
function Deed({ label, about, onClick }: DeedProps) {
  return (
    <Group gap="md" wrap="nowrap" justify="space-between">
      <Text size="sm" c="dimmed">
        {about}
      </Text>
      <Button size="compact-md" variant="default" flex="none" onClick={onClick}>
        {label}
      </Button>
    </Group>
  );
}
