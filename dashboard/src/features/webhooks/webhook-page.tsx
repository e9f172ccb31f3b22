import { ActionIcon, Alert, Button, Menu, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { GetWebhookResponse } from '@tour-events/client';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { Figures } from '../../shared/figures';
import { EllipsisHorizontalIcon } from '../../shared/icons';
import { Instant } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { numberText } from '../../shared/money';
import { Page } from '../../shared/page';
import { HistoryItem } from '../audit-logs';
import { eventQuery } from '../events';
import { useMay, useSession } from '../session';
import { tourQuery } from '../tours';
import { Deliveries } from './deliveries';
import { DeliveryDrawer } from './delivery-drawer';
import { FAILING, FailingDelivery } from './failing-delivery';
import { HourBars } from './hour-bars';
import { Recover } from './recover';
import { RotateSecret } from './rotate-secret';
import { SendTest } from './send-test';
import { VerificationCode } from './verification-code';
import { WebhookForm } from './webhook-form';
import { WebhookState } from './webhook-states';
import { deleteWebhook, webhookQuery } from './webhooks-queries';

export function WebhookPage() {
  const { webhookId } = useParams({ from: '/app/settings/webhooks/$webhookId' });
  const { webhooks: text } = useEveryText();
  const { organization } = useSession();
  const { search, filter } = useListSearch();
  const { delivery } = search;
  const webhook = useSuspenseQuery(webhookQuery(webhookId)).data;
  const { record } = webhook;
  const { health } = record;
  return (
    <Page
      title={record.url}
      status={<WebhookState status={record.status} />}
      actions={<Actions id={webhookId} etag={webhook.etag} url={record.url} status={record.status} />}
    >
      {record.description === null ? null : <Text className="prose">{record.description}</Text>}
      <Figures
        figures={[
          { label: text.deliveryStatuses.delivered, value: numberText(health.delivered24h) },
          { label: text.deliveryStatuses.pending, value: numberText(health.pending) },
          { label: text.deliveryStatuses.failed, value: numberText(health.failed24h) },
        ]}
      />
      <HourBars webhookId={webhookId} />
      {health.failingSince === null ? null : (
        <Alert color="red">
          {text.failingSince} <Instant at={health.failingSince} zone={organization.timezone} long />
        </Alert>
      )}
      <Text size="sm">
        {record.eventTypes.includes('*') ? text.everyType : record.eventTypes.join(', ')}
        <br />
        <About webhook={record} />
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
      <VerificationCode webhookId={webhookId} url={record.url} />
      {search['form'] === 'edit' ? (
        <WebhookForm
          webhook={webhook}
          onDone={() => filter({ form: undefined })}
          onClose={() => filter({ form: undefined })}
        />
      ) : null}
      {delivery === FAILING ? <FailingDelivery webhookId={webhookId} /> : null}
      {typeof delivery === 'string' && delivery !== FAILING ? (
        <DeliveryDrawer webhook={record} deliveryId={delivery} key={delivery} />
      ) : null}
    </Page>
  );
}

/** Names the tour or event that an endpoint is about. */
function About({ webhook: { tourId, eventId } }: { readonly webhook: GetWebhookResponse }) {
  const { webhooks: text } = useEveryText();
  const tour = useQuery({ ...tourQuery(tourId ?? ''), enabled: tourId !== null });
  const event = useQuery({ ...eventQuery(eventId ?? ''), enabled: eventId !== null });
  const subject = tour.data?.record ?? event.data?.record;
  if (subject === undefined) return null;
  return (
    <>
      {text.about(subject.name)}
      <br />
    </>
  );
}

interface ActionsProps {
  readonly id: string;
  readonly etag: string;
  readonly url: string;
  readonly status: 'enabled' | 'disabled';
}

function Actions({ id, etag, url, status }: ActionsProps) {
  const { webhooks: text, common } = useEveryText();
  const navigate = useNavigate();
  const { filter } = useListSearch();
  const mayUpdate = useMay('webhooks.update');
  const mayDelete = useMay('webhooks.delete');
  const seesLog = useMay('auditLogs.read');
  const [opened, setOpened] = useState<'test' | 'recover' | 'rotate' | 'delete' | null>(null);
  return (
    <>
      {mayUpdate ? (
        <>
          {/* The service sends a disabled endpoint nothing. */}
          <Button variant="default" disabled={status === 'disabled'} onClick={() => setOpened('test')}>
            {text.sendTest}
          </Button>
          <Button variant="default" disabled={status === 'disabled'} onClick={() => setOpened('recover')}>
            {text.recover}
          </Button>
          <Button variant="default" onClick={() => setOpened('rotate')}>
            {text.rotate}
          </Button>
          <Button onClick={() => filter({ form: 'edit' })}>{common.edit}</Button>
        </>
      ) : null}
      {mayDelete || seesLog ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={34} aria-label={common.more}>
              <EllipsisHorizontalIcon width={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <HistoryItem type="webhook" id={id} />
            {mayDelete ? (
              <Menu.Item color="red" onClick={() => setOpened('delete')}>
                {common.delete}
              </Menu.Item>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {opened === 'test' ? <SendTest id={id} onClose={() => setOpened(null)} /> : null}
      {opened === 'recover' ? <Recover id={id} onClose={() => setOpened(null)} /> : null}
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
