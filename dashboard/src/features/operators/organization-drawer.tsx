import { ActionIcon, Button, Divider, Group, List, Menu, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { GetOrganizationResponse, OrganizationUsageView } from '@tour-events/client';
import { useState, type ReactNode } from 'react';
import type { Versioned } from '../../shared/api';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { Figures } from '../../shared/figures';
import { EllipsisHorizontalIcon } from '../../shared/icons';
import { Instant } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Drawer } from '../../shared/modal';
import { numberText } from '../../shared/money';
import { Pages } from '../../shared/pages';
import { ProblemAlert } from '../../shared/problem-alert';
import { TextLink } from '../../shared/text-link';
import { OWN_TIME_ZONE } from '../../shared/time';
import { useSession } from '../session';
import { allPlansQuery } from '../plans';
import {
  deleteOrganization,
  organizationQuery,
  organizationUsersQuery,
  switchTo,
  updateOrganization,
  usageQuery,
} from './operators-queries';
import { MailPause } from './mail-pause';
import { OrganizationForm } from './organization-form';
import { OrganizationState } from './states';

const COUNTS = [
  'members',
  'tours',
  'events',
  'guests',
  'vehicles',
  'apiKeys',
  'webhooks',
  'failingWebhooks',
  'mailToday',
  'mailRefusedToday',
] as const satisfies readonly (keyof OrganizationUsageView)[];

/** One organization: how much it uses the service, its plan and limits, its users, and what an operator does with it. */
export function OrganizationDrawer({ id }: { readonly id: string }) {
  const { common } = useEveryText();
  const { filter } = useListSearch();
  const { data: organization, error } = useQuery(organizationQuery(id));
  return (
    <Drawer
      opened
      onClose={() => filter({ organization: undefined, form: undefined })}
      position="right"
      size="xl"
      title={organization?.record.name}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {error === null ? null : <ProblemAlert error={error} />}
      {organization === undefined && error === null ? <Skeleton h={240} data-loading /> : null}
      {organization === undefined ? null : <OrganizationView organization={organization} />}
    </Drawer>
  );
}

function OrganizationView({ organization }: { readonly organization: Versioned<GetOrganizationResponse> }) {
  const { search, filter } = useListSearch();
  const {
    operators: { organizations: text },
  } = useEveryText();
  const { record } = organization;
  const plan = useQuery(allPlansQuery).data?.find(({ id }) => id === record.planId);
  const limit = (value: number | null) => (value === null ? text.defaultLimit : numberText(value));
  const closeForm = () => filter({ form: undefined });
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <OrganizationState status={record.status} />
        <Actions organization={organization} />
      </Group>
      <Part title={text.limits}>
        <Figures
          figures={[
            { label: text.fields.planId, value: record.planId === null ? text.noPlan : (plan?.name ?? '…') },
            { label: text.fields.mailDailyLimit, value: limit(record.mailDailyLimit) },
            { label: text.fields.rateLimit, value: limit(record.rateLimit) },
          ]}
        />
      </Part>
      <Part title={text.usage}>
        <Usage id={record.id} />
      </Part>
      <Part title={text.users}>
        <Users id={record.id} />
      </Part>
      <DeleteOrganization id={record.id} name={record.name} />
      {search['form'] === 'edit' ? (
        <OrganizationForm organization={organization} onDone={closeForm} onClose={closeForm} />
      ) : null}
    </Stack>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack component="section" gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

function Usage({ id }: { readonly id: string }) {
  const {
    operators: { organizations: text },
  } = useEveryText();
  const { data, error } = useQuery(usageQuery(id));
  if (error !== null) return <ProblemAlert error={error} />;
  if (data === undefined) return <Skeleton h={120} data-loading />;
  return (
    <>
      {data.mailPausedAt === null ? null : <MailPause id={id} since={data.mailPausedAt} />}
      <Figures
        figures={[
          ...COUNTS.map((name) => ({ label: text.counts[name], value: numberText(data[name]) })),
          { label: text.lastUsed, value: <Instant at={data.lastUsedAt} zone={OWN_TIME_ZONE} /> },
        ]}
      />
    </>
  );
}

function Users({ id }: { readonly id: string }) {
  const {
    operators: { organizations: text },
  } = useEveryText();
  const [page, setPage] = useState(1);
  const { data, error } = useQuery(organizationUsersQuery(id, page));
  if (error !== null) return <ProblemAlert error={error} />;
  if (data === undefined) return <Skeleton h={60} data-loading />;
  if (data.total === 0) return <Text size="sm">{text.noUsers}</Text>;
  return (
    <Stack gap="xs">
      <List size="sm" listStyleType="none" spacing={4} className="prose">
        {data.data.map(({ id: userId, name, email, role }) => (
          <List.Item key={userId}>
            <TextLink to="/platform/users" search={{ user: userId }}>
              {name}
            </TextLink>{' '}
            <Text span size="xs" c="dimmed">
              {email} · {role}
            </Text>
          </List.Item>
        ))}
      </List>
      <Pages total={data.totalPages} value={page} onChange={setPage} />
    </Stack>
  );
}

function Actions({ organization: { record, etag } }: { readonly organization: Versioned<GetOrganizationResponse> }) {
  const {
    operators: { organizations: text },
    common,
  } = useEveryText();
  const { filter } = useListSearch();
  const current = useSession().organization.id;
  const [isAsking, setAsking] = useState(false);
  const switching = useMutation({ mutationFn: () => switchTo(record.id) });
  const reactivating = useMutation({ mutationFn: () => updateOrganization(record.id, { status: 'active' }, etag) });
  const close = () => setAsking(false);
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        {record.status === 'suspended' ? (
          <Button variant="default" loading={reactivating.isPending} onClick={() => reactivating.mutate()}>
            {text.reactivate}
          </Button>
        ) : null}
        <Button variant="default" onClick={() => filter({ form: 'edit' })}>
          {common.edit}
        </Button>
        <Button
          disabled={record.id === current || record.status === 'suspended'}
          loading={switching.isPending}
          onClick={() => switching.mutate()}
        >
          {text.switchTo}
        </Button>
        {record.status === 'active' ? (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size={34} aria-label={common.more}>
                <EllipsisHorizontalIcon width={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setAsking(true)}>{text.suspend}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </Group>
      {[switching.error, reactivating.error].map((error, index) =>
        error === null ? null : <ProblemAlert key={index} error={error} />,
      )}
      {isAsking ? (
        <ConfirmDialog
          title={text.suspendTitle(record.name)}
          action={text.suspend}
          run={() => updateOrganization(record.id, { status: 'suspended' }, etag)}
          onDone={close}
          onCancel={close}
        >
          {text.suspendText}
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
}

/** At the foot, far from Suspend, which can be undone by a click. */
function DeleteOrganization({ id, name }: { readonly id: string; readonly name: string }) {
  const {
    operators: { organizations: text },
    common,
  } = useEveryText();
  const { filter } = useListSearch();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Divider />
      <div>
        <Button variant="default" c="var(--mantine-color-error)" onClick={() => setAsking(true)}>
          {text.deleteOrganization}
        </Button>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title={text.deleteTitle(name)}
          action={common.delete}
          typedName={name}
          run={() => deleteOrganization(id)}
          onDone={() => filter({ organization: undefined })}
          onCancel={() => setAsking(false)}
        >
          {text.deleteText}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
