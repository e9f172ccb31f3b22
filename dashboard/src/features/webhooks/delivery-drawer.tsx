import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { GetWebhookDeliveryResponse, GetWebhookResponse } from '@tour-events/client';
import { Instant } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Drawer } from '../../shared/modal';
import { numberText } from '../../shared/money';
import { ProblemAlert } from '../../shared/problem-alert';
import { Status } from '../../shared/status';
import { useMay, useSession } from '../session';
import { Source } from './source';
import { DeliveryState } from './webhook-states';
import { deliveryQuery, redeliver } from './webhooks-queries';

type Delivery = GetWebhookDeliveryResponse;
type Attempt = Delivery['attemptLog'][number];

interface Props {
  readonly webhook: GetWebhookResponse;
  readonly deliveryId: string;
}

/** One delivery: what is sent, what came back each time, and what happens next. */
export function DeliveryDrawer({ webhook, deliveryId }: Props) {
  const { webhooks: text, common } = useEveryText();
  const { filter } = useListSearch();
  const { data: delivery, error } = useQuery(deliveryQuery(webhook.id, deliveryId));
  const close = () => filter({ delivery: undefined });
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="xl"
      title={delivery?.eventType ?? text.delivery}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {error === null ? null : <ProblemAlert error={error} />}
      {delivery === undefined && error === null ? <Skeleton h={240} data-loading /> : null}
      {delivery === undefined ? null : (
        <Stack gap="lg">
          <Next webhook={webhook} delivery={delivery} />
          <RequestPart webhook={webhook} delivery={delivery} />
          <Stack gap="sm">
            <Title order={2} size="h3">
              {text.response}
            </Title>
            {delivery.attemptLog.length === 0 ? <Text c="dimmed">{text.noAttempts}</Text> : null}
            {delivery.attemptLog.map((attempt, index) => (
              <AttemptPart key={index} attempt={attempt} />
            ))}
          </Stack>
        </Stack>
      )}
    </Drawer>
  );
}

function Next({ webhook, delivery }: { readonly webhook: GetWebhookResponse; readonly delivery: Delivery }) {
  const { webhooks: text } = useEveryText();
  const { organization } = useSession();
  const { filter } = useListSearch();
  const mayUpdate = useMay('webhooks.update');
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => redeliver(webhook.id, delivery.id),
    onSuccess: ({ id }) => filter({ delivery: id }),
  });
  const isWaiting = delivery.status === 'pending' && webhook.status === 'disabled';
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h3">
          {text.next}
        </Title>
        <DeliveryState status={delivery.status} />
      </Group>
      <Text size="sm">
        {isWaiting ? text.nextDisabled : text.nextTexts[delivery.status]}
        {isWaiting || delivery.nextAttemptAt === null ? null : (
          <>
            {' '}
            <Instant at={delivery.nextAttemptAt} zone={organization.timezone} long />
          </>
        )}
      </Text>
      {error === null ? null : <ProblemAlert error={error} />}
      {/* Of one that is waiting the next attempt may be hours away. */}
      {mayUpdate && (delivery.status !== 'pending' || (!isWaiting && delivery.attempts > 0)) ? (
        <Group>
          <Button variant="default" loading={isPending} onClick={() => mutate()}>
            {text.redeliver}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}

function RequestPart({ webhook, delivery }: { readonly webhook: GetWebhookResponse; readonly delivery: Delivery }) {
  const { webhooks: text } = useEveryText();
  const { pathname, search, host } = new URL(webhook.url);
  const head = [
    `POST ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    `X-TE-Event: ${delivery.eventType}`,
    `X-TE-Delivery: ${delivery.id}`,
    `X-TE-Webhook: ${webhook.id}`,
    `X-TE-Attempt: ${Math.max(1, delivery.attempts)}`,
    `X-TE-Signature: ${delivery.attemptLog.findLast(({ signature }) => signature !== null)?.signature ?? '…'}`,
    ...Object.keys(webhook.headers).map((name) => `${name}: …`),
  ].join('\n');
  return (
    <Stack gap="xs">
      <Title order={2} size="h3">
        {text.request}
      </Title>
      <Source label={text.head}>{head}</Source>
      <Text size="xs" c="dimmed">
        {text.signedAgain}
      </Text>
      <Source label={text.body}>{JSON.stringify(delivery.payload, null, 2)}</Source>
    </Stack>
  );
}

function AttemptPart({ attempt }: { readonly attempt: Attempt }) {
  const { webhooks: text } = useEveryText();
  const { organization } = useSession();
  const { number, kind, startedAt, durationMs, responseStatus, error, responseBody } = attempt;
  const isGood = error === null && responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
  const errors: Readonly<Record<string, string>> = text.errors;
  const outcome =
    kind === 'lost'
      ? text.lost
      : error === null
        ? text.status(responseStatus ?? 0)
        : [responseStatus === null ? null : text.status(responseStatus), errors[error] ?? error]
            .filter((part) => part !== null)
            .join(': ');
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="sm">
        <Text fw={600} size="sm">
          {text.attempt(number)}
          {kind === 'manual' ? ` (${text.byHand})` : ''}
        </Text>
        <Text size="xs" c="dimmed">
          <Instant at={startedAt} zone={organization.timezone} />
          {durationMs === null ? null : ` · ${text.milliseconds(numberText(durationMs))}`}
        </Text>
      </Group>
      <Text size="sm">
        <Status tone={isGood ? 'good' : 'bad'}>{outcome}</Status>
      </Text>
      {responseBody === null || responseBody === '' ? null : (
        <Source label={text.responseOf(number)}>{responseBody}</Source>
      )}
    </Stack>
  );
}
