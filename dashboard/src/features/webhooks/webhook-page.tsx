import { ActionIcon, Button, Menu, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { EllipsisHorizontalIcon } from '@heroicons/react/24/outline';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ListWebhookDeliveriesResponse } from '@tour-events/client';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { Figures } from '../../shared/figures';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { numberText } from '../../shared/money';
import { Empty, Page } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { RecordTable, type Column } from '../../shared/record-table';
import { TextLink } from '../../shared/text-link';
import { useMay, useSession } from '../session';
import { DeliveryDrawer } from './delivery-drawer';
import { RotateSecret } from './rotate-secret';
import { VerificationCode } from './verification-code';
import { WebhookForm } from './webhook-form';
import { DELIVERY_STATUSES, DeliveryState, WebhookState } from './webhook-states';
import { deleteWebhook, deliveriesQuery, deliveryCountsQuery, sendTest, webhookQuery } from './webhooks-queries';

export function WebhookPage() {
  const { webhookId } = useParams({ from: '/app/settings/webhooks/$webhookId' });
  const { webhooks: text } = useText();
  const { organization } = useSession();
  const { search, filter } = useListSearch();
  const webhook = useSuspenseQuery(webhookQuery(webhookId)).data;
  const counts = useQuery(deliveryCountsQuery(webhookId)).data;
  const test = useMutation({
    mutationFn: () => sendTest(webhookId),
    onSuccess: ({ id }) => filter({ delivery: id }),
  });
  const { record } = webhook;
  const shown = (count: number | undefined) => (count === undefined ? '…' : numberText(count));
  return (
    <Page
      title={record.url}
      beside={<WebhookState status={record.status} />}
      actions={<Actions id={webhookId} etag={webhook.etag} url={record.url} test={test} status={record.status} />}
    >
      {test.error === null ? null : <ProblemAlert error={test.error} />}
      {record.description === null ? null : <Text className="prose">{record.description}</Text>}
      <Figures
        figures={DELIVERY_STATUSES.map((status) => ({
          label: text.deliveryStatuses[status],
          value: shown(counts?.[status]),
        }))}
      />
      <Text size="sm">
        {record.eventTypes.includes('*') ? text.everyType : record.eventTypes.join(', ')}
        <br />
        {text.secretNow(record.secretPrefix)}
        {record.nextSecret === null ? null : (
          <>
            {' '}
            {text.secretNext(record.nextSecret.prefix)}{' '}
            <Instant at={record.nextSecret.activeFrom} zone={organization.timezone} long />
          </>
        )}
      </Text>
      <Deliveries webhookId={webhookId} />
      <VerificationCode />
      {search['form'] === 'edit' ? (
        <WebhookForm
          webhook={webhook}
          onDone={() => filter({ form: undefined })}
          onClose={() => filter({ form: undefined })}
        />
      ) : null}
      {typeof search['delivery'] === 'string' ? (
        <DeliveryDrawer webhook={record} deliveryId={search['delivery']} key={search['delivery']} />
      ) : null}
    </Page>
  );
}

interface ActionsProps {
  readonly id: string;
  readonly etag: string;
  readonly url: string;
  readonly status: 'enabled' | 'disabled';
  readonly test: { readonly isPending: boolean; readonly mutate: () => void };
}

function Actions({ id, etag, url, status, test }: ActionsProps) {
  const { webhooks: text, common } = useText();
  const navigate = useNavigate();
  const { filter } = useListSearch();
  const mayUpdate = useMay('webhooks.update');
  const mayDelete = useMay('webhooks.delete');
  const [opened, setOpened] = useState<'rotate' | 'delete' | null>(null);
  return (
    <>
      {mayUpdate ? (
        <>
          {/* The service sends a disabled endpoint nothing. */}
          <Button variant="default" disabled={status === 'disabled'} loading={test.isPending} onClick={test.mutate}>
            {text.sendTest}
          </Button>
          <Button variant="default" onClick={() => setOpened('rotate')}>
            {text.rotate}
          </Button>
          <Button onClick={() => filter({ form: 'edit' })}>{common.edit}</Button>
        </>
      ) : null}
      {mayDelete ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={34} aria-label={common.more}>
              <EllipsisHorizontalIcon width={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item color="red" onClick={() => setOpened('delete')}>
              {common.delete}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {opened === 'rotate' ? <RotateSecret id={id} onClose={() => setOpened(null)} /> : null}
      {opened === 'delete' ? (
        <ConfirmDialog
          title={text.deleteTitle(url)}
          action={common.delete}
          run={() => deleteWebhook(id, etag)}
          onDone={() => void navigate({ to: '/settings/webhooks' })}
          onCancel={() => setOpened(null)}
        >
          {text.deleteText}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

type Delivery = ListWebhookDeliveriesResponse['data'][number];

/** What was sent, newest first, by state. */
function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const { webhooks: text, common } = useText();
  const { search, filter } = useListSearch();
  const status = DELIVERY_STATUSES.find((each) => each === search['status']);
  const list = useQuery(
    deliveriesQuery(webhookId, {
      limit: 20,
      ...(search.page !== undefined && { page: search.page }),
      ...(status !== undefined && { status: [status] }),
    }),
  );
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {text.deliveries}
      </Title>
      <SegmentedControl
        className="fit-content"
        aria-label={text.fields.status}
        value={status ?? 'all'}
        onChange={(chosen) => filter({ status: chosen === 'all' ? undefined : chosen })}
        data={[
          { value: 'all', label: common.all },
          ...DELIVERY_STATUSES.map((value) => ({ value, label: text.deliveryStatuses[value] })),
        ]}
      />
      <RecordTable
        caption={text.deliveries}
        columns={useDeliveryColumns(webhookId)}
        list={list}
        empty={<Empty>{status === undefined ? text.noDeliveries : common.nothingFound}</Empty>}
      />
    </Stack>
  );
}

function useDeliveryColumns(webhookId: string): Column<Delivery>[] {
  const { webhooks: text } = useText();
  const { organization } = useSession();
  return [
    {
      key: 'eventType',
      title: text.eventType,
      phone: 'first',
      render: ({ id, eventType }) => (
        <TextLink
          to="/settings/webhooks/$webhookId"
          params={{ webhookId }}
          search={(before: object) => ({ ...before, delivery: id })}
          resetScroll={false}
        >
          {eventType}
        </TextLink>
      ),
    },
    {
      key: 'status',
      title: text.fields.status,
      phone: 'second',
      render: ({ status }) => <DeliveryState status={status} />,
    },
    {
      key: 'attempts',
      title: text.attempts,
      align: 'right',
      render: ({ attempts }) => numberText(attempts),
    },
    {
      key: 'createdAt',
      title: text.createdAt,
      phone: 'second',
      render: ({ createdAt }) => <Instant at={createdAt} zone={organization.timezone} />,
    },
    {
      key: 'nextAttemptAt',
      title: text.nextAttempt,
      render: ({ nextAttemptAt }) => <Instant at={nextAttemptAt} zone={organization.timezone} />,
    },
  ];
}
