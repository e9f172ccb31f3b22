import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListWebhookDeliveriesResponse } from '@tour-events/client';
import { Instant } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { numberText } from '../../shared/money';
import { Empty } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { TextLink } from '../../shared/text-link';
import { useSession } from '../session';
import { DeliveryFilters, deliveryFilters } from './delivery-filters';
import { DeliveryState } from './webhook-states';
import { deliveriesQuery } from './webhooks-queries';

type Delivery = ListWebhookDeliveriesResponse['data'][number];

/** What was sent, newest first, filtered by the address. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const { webhooks: text, common } = useEveryText();
  const { search } = useListSearch();
  const filters = deliveryFilters(search);
  const list = useQuery(
    deliveriesQuery(webhookId, { limit: 20, ...(search.page !== undefined && { page: search.page }), ...filters }),
  );
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {text.deliveries}
      </Title>
      <DeliveryFilters />
      <RecordTable
        caption={text.deliveries}
        columns={useDeliveryColumns(webhookId)}
        list={list}
        empty={<Empty>{Object.keys(filters).length === 0 ? text.noDeliveries : common.nothingFound}</Empty>}
      />
    </Stack>
  );
}

function useDeliveryColumns(webhookId: string): Column<Delivery>[] {
  const { webhooks: text } = useEveryText();
  const errors: Readonly<Record<string, string>> = text.errors;
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
      key: 'lastStatus',
      title: text.lastResponse,
      render: ({ lastStatus, lastError }) => lastStatus ?? (lastError === null ? '' : (errors[lastError] ?? lastError)),
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
