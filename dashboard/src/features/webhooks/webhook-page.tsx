import './webhook.css';
import { Alert, Menu, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { GetWebhookResponse } from '@tour-events/client';
import { Fragment, useState } from 'react';
import { DeleteDialog } from '../../shared/delete-dialog';
import { Figures } from '../../shared/figures';
import { Instant } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { useListSearch } from '../../shared/list-search';
import { numberText, percentText } from '../../shared/money';
import { OpenForm } from '../../shared/open-form';
import { Page } from '../../shared/page';
import { PageActions } from '../../shared/page-actions';
import { TextButton } from '../../shared/text-button';
import { HistoryItem } from '../audit-logs';
import { events } from '../events';
import { useMay, useSession } from '../session';
import { tours } from '../tours';
import { Deliveries } from './deliveries';
import { FAILING, FailingDelivery } from './failing-delivery';
import { HourBars } from './hour-bars';
import { VerificationCode } from './verification-code';
import { WebhookState } from './webhook-states';
import { webhooks } from './webhook';
import { webhookQuery } from './webhooks-queries';

const DeliveryDrawer = lazyDialog(() => import('./delivery-drawer').then((file) => file.DeliveryDrawer));
const Recover = lazyDialog(() => import('./recover').then((file) => file.Recover));
const RotateSecret = lazyDialog(() => import('./rotate-secret').then((file) => file.RotateSecret));
const SendTest = lazyDialog(() => import('./send-test').then((file) => file.SendTest));
const WebhookForm = lazyDialog(() => import('./webhook-form').then((file) => file.WebhookForm));

export function WebhookPage() {
  const { webhookId } = useParams({ from: '/app/settings/webhooks/$webhookId' });
  const { webhooks: text } = useEveryText();
  const { organization } = useSession();
  const { search } = useListSearch();
  const { delivery } = search;
  const webhook = useSuspenseQuery(webhookQuery(webhookId)).data;
  const { record } = webhook;
  const { health } = record;
  return (
    <Page
      title={record.url}
      heading={<Url url={record.url} />}
      crumbs={[{ label: text.title, to: '/settings/webhooks' }]}
      status={<WebhookState status={record.status} isFailing={health.failingSince !== null} />}
      meta={record.description === null ? undefined : <li>{record.description}</li>}
      actions={<Actions id={webhookId} etag={webhook.etag} url={record.url} status={record.status} />}
    >
      <Sentence webhook={record} zone={organization.timezone} />
      <section className="card webhook-health" aria-label={text.last24Hours}>
        <Figures
          figures={[
            { label: text.deliveryStatuses.delivered, value: numberText(health.delivered24h) },
            { label: text.deliveryStatuses.pending, value: numberText(health.pending) },
            { label: text.deliveryStatuses.failed, value: numberText(health.failed24h) },
            { label: text.rate, value: rateOf(health) },
          ]}
        />
        <HourBars webhookId={webhookId} />
      </section>
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
      <OpenForm Form={WebhookForm} record={webhook} />
      {delivery === FAILING ? <FailingDelivery webhookId={webhookId} /> : null}
      {typeof delivery === 'string' && delivery !== FAILING ? (
        <DeliveryDrawer webhook={record} deliveryId={delivery} key={delivery} />
      ) : null}
    </Page>
  );
}

/** An address, which a narrow window breaks after its slashes and not within a word. */
function Url({ url }: { readonly url: string }) {
  const parts = url.split(/(?<=\/)(?=[^/])/);
  return (
    <span className="webhook-url">
      {parts.map((part, index) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}

/** How many of those that were decided have arrived; a dash where none was. */
function rateOf({ delivered24h, failed24h }: GetWebhookResponse['health']): string {
  const total = delivered24h + failed24h;
  if (total === 0) return '–';
  return percentText((delivered24h / total) * 100, 1);
}

/** How it stands, in words, and what to look at. */
function Sentence({ webhook, zone }: { readonly webhook: GetWebhookResponse; readonly zone: string }) {
  const { webhooks: text } = useEveryText();
  const { filter } = useListSearch();
  const { delivered24h, failed24h, pending, failingSince } = webhook.health;
  if (failingSince !== null)
    return (
      <Alert color="red">
        {text.failingSince} <Instant at={failingSince} zone={zone} long />{' '}
        <TextButton onClick={() => filter({ delivery: FAILING })}>{text.showFailure}</TextButton>
      </Alert>
    );
  const sentence =
    webhook.status === 'disabled'
      ? text.disabledText
      : pending > 0
        ? text.onTheWay(pending)
        : failed24h > 0
          ? text.someFailed(failed24h)
          : delivered24h > 0
            ? text.allArrived
            : text.nothingSent;
  return <Text>{sentence}</Text>;
}

/** Names the tour or event that an endpoint is about. */
function About({ webhook: { tourId, eventId } }: { readonly webhook: GetWebhookResponse }) {
  const { webhooks: text } = useEveryText();
  const tour = useQuery({ ...tours.one(tourId ?? ''), enabled: tourId !== null });
  const event = useQuery({ ...events.one(eventId ?? ''), enabled: eventId !== null });
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
      <PageActions
        actions={
          mayUpdate
            ? [
                // The service sends a disabled endpoint nothing.
                ...(status === 'disabled'
                  ? []
                  : [
                      { label: text.sendTest, run: () => setOpened('test') },
                      { label: text.recover, run: () => setOpened('recover') },
                    ]),
                { label: text.rotate, run: () => setOpened('rotate') },
                { label: common.edit, run: () => filter({ form: 'edit' }) },
              ]
            : []
        }
      >
        {mayDelete || seesLog ? (
          <>
            <HistoryItem type="webhook" id={id} />
            {mayDelete ? (
              <Menu.Item color="red" onClick={() => setOpened('delete')}>
                {common.delete}
              </Menu.Item>
            ) : null}
          </>
        ) : undefined}
      </PageActions>
      {opened === 'test' ? <SendTest id={id} onClose={() => setOpened(null)} /> : null}
      {opened === 'recover' ? <Recover id={id} onClose={() => setOpened(null)} /> : null}
      {opened === 'rotate' ? <RotateSecret id={id} onClose={() => setOpened(null)} /> : null}
      {opened === 'delete' ? (
        <DeleteDialog
          text={text}
          name={url}
          run={() => webhooks.remove(id, etag)}
          onDone={() => void navigate({ to: '/settings/webhooks' })}
          onCancel={() => setOpened(null)}
        />
      ) : null}
    </>
  );
}
