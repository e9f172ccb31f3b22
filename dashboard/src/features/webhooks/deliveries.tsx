import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListWebhookDeliveriesResponse } from '@tour-events/client';
import { useBatchedRows, type Batched } from '../../shared/batched-rows';
import { Instant } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { numberText } from '../../shared/money';
import { Empty, EmptyPost, NothingFound } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { TextButton } from '../../shared/text-button';
import { TextLink } from '../../shared/text-link';
import { useSettled } from '../../shared/use-settled';
import { useSession } from '../session';
import { DeliveryFilters, deliveryFilters } from './delivery-filters';
import { DeliveryState } from './webhook-states';
import { deliveriesQuery } from './webhooks-queries';

type Delivery = ListWebhookDeliveriesResponse['data'][number];

/** What was sent, newest first, filtered by the address. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const { webhooks: text } = useEveryText();
  const { search } = useListSearch();
  const filters = deliveryFilters(search);
  const query = deliveriesQuery(webhookId, {
    limit: 20,
    ...(search.page !== undefined && { page: search.page }),
    ...filters,
  });
  useSettled(query);
  const list = useQuery(query);
  // Such as of an import: one line says it as well as forty.
  const { rows, toggle } = useBatchedRows(list.data?.data ?? [], ([first], delivery) => isLike(first!, delivery));
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {text.deliveries}
      </Title>
      <DeliveryFilters />
      <RecordTable
        caption={text.deliveries}
        noun="deliveries"
        columns={useDeliveryColumns(webhookId, toggle)}
        list={{ ...list, data: list.data && { ...list.data, data: rows } }}
        empty={
          Object.keys(filters).length === 0 ? (
            <Empty picture={<EmptyPost />}>{text.noDeliveries}</Empty>
          ) : (
            <NothingFound noun="deliveries" />
          )
        }
      />
    </Stack>
  );
}

const isLike = (one: Delivery, other: Delivery): boolean =>
  (['eventType', 'status', 'attempts', 'lastStatus', 'lastError', 'nextAttemptAt'] as const).every(
    (field) => one[field] === other[field],
  );

function useDeliveryColumns(webhookId: string, onToggle: (id: string) => void): Column<Batched<Delivery>>[] {
  const { webhooks: text } = useEveryText();
  const errors: Readonly<Record<string, string>> = text.errors;
  const { organization } = useSession();
  return [
    {
      key: 'eventType',
      title: text.eventType,
      phone: 'first',
      render: ({ id, eventType, batch, isOpen, isPart }) => (
        <span className="delivery-type" data-part={isPart || undefined}>
          <TextLink
            to="/settings/webhooks/$webhookId"
            params={{ webhookId }}
            search={(before: object) => ({ ...before, delivery: batch?.[0]?.id ?? id })}
            resetScroll={false}
          >
            {eventType}
          </TextLink>
          {batch === null ? null : (
            <TextButton aria-expanded={isOpen} onClick={() => onToggle(id)}>
              {`×${numberText(batch.length)} `}
              <span aria-hidden>{isOpen ? '▾' : '▸'}</span>
            </TextButton>
          )}
        </span>
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
      render: ({ nextAttemptAt }) =>
        nextAttemptAt === null ? null : <Instant at={nextAttemptAt} zone={organization.timezone} />,
    },
  ];
}
