import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CreateWebhookResponse, ListWebhooksResponse } from '@tour-events/client';
import { useState } from 'react';
import { useEveryText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { useListSearch } from '../../shared/list-search';
import { numberText } from '../../shared/money';
import { Empty, Page } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { TextLink } from '../../shared/text-link';
import { useMay } from '../session';
import { SecretDialog } from '../../shared/secret-dialog';
import { TestInbox } from './test-inbox';
import { WebhookState } from './webhook-states';
import { webhooks } from './webhook';
import { sendsToInbox } from './webhooks-queries';

const WebhookForm = lazyDialog(() => import('./webhook-form').then((file) => file.WebhookForm));

type Webhook = ListWebhooksResponse['data'][number];

export function WebhooksPage() {
  const { webhooks: text } = useEveryText();
  const { search, filter } = useListSearch();
  const navigate = useNavigate();
  const mayCreate = useMay('webhooks.create');
  const [created, setCreated] = useState<CreateWebhookResponse | null>(null);
  const list = useQuery(webhooks.list({ limit: 20, ...(search.page !== undefined && { page: search.page }) }));
  const newEndpoint = mayCreate ? <Button onClick={() => filter({ form: 'new' })}>{text.new}</Button> : null;
  return (
    <Page title={text.title} actions={newEndpoint}>
      <RecordTable
        caption={text.title}
        noun="webhooks"
        columns={useColumns()}
        list={list}
        empty={<Empty action={newEndpoint}>{text.empty}</Empty>}
      />
      {list.data === undefined ? null : (
        <TestInbox endpoint={list.data.data.find(sendsToInbox)} onCreated={setCreated} />
      )}
      {search['form'] === 'new' && mayCreate && created === null ? (
        <WebhookForm
          record={null}
          onDone={(webhook) => setCreated(webhook as CreateWebhookResponse)}
          onClose={() => filter({ form: undefined })}
        />
      ) : null}
      {created === null ? null : (
        <SecretDialog
          text={text}
          secret={created.secret}
          onClose={() => void navigate({ to: '/settings/webhooks/$webhookId', params: { webhookId: created.id } })}
        />
      )}
    </Page>
  );
}

function useColumns(): Column<Webhook>[] {
  const { webhooks: text } = useEveryText();
  return [
    {
      key: 'url',
      title: text.fields.url,
      phone: 'first',
      render: ({ id, url, description }) => (
        <>
          <TextLink to="/settings/webhooks/$webhookId" params={{ webhookId: id }} lineClamp={2} title={url}>
            {url}
          </TextLink>
          {description === null ? null : (
            <Text size="xs" c="dimmed" lineClamp={2}>
              {description}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'status',
      title: text.fields.status,
      phone: 'second',
      render: ({ status, health }) => <WebhookState status={status} isFailing={health.failingSince !== null} />,
    },
    {
      key: 'eventTypes',
      title: text.fields.eventTypes,
      phone: 'second',
      render: ({ eventTypes }) => (eventTypes.includes('*') ? text.everyType : text.types(eventTypes.length)),
    },
    {
      key: 'delivered24h',
      title: text.delivered24h,
      align: 'right',
      render: ({ health }) => numberText(health.delivered24h),
    },
    {
      key: 'failed24h',
      title: text.failed24h,
      align: 'right',
      render: ({ health }) => numberText(health.failed24h),
    },
  ];
}
