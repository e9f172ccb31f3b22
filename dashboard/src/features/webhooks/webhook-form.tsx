import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { CreateWebhookResponse, EventSubscription, GetWebhookResponse, WebhookStatus } from '@tour-events/client';
import { recorded, te, type Recorded } from '../../shared/api';
import { useText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { useDraftKey } from '../session';
import { WEBHOOK_STATUSES } from './webhook-states';
import { createWebhook, eventTypesQuery, updateWebhook } from './webhooks-queries';

type Webhook = GetWebhookResponse;

const EMPTY = { url: '', eventTypes: [] as EventSubscription[], description: '', status: 'enabled' as WebhookStatus };

type Values = typeof EMPTY;

const valuesOf = ({ url, eventTypes, description, status }: Webhook): Values => ({
  url,
  eventTypes,
  description: description ?? '',
  status,
});

const bodyOf = ({ url, eventTypes, description }: Values) => ({
  url,
  eventTypes,
  description: description === '' ? null : description,
});

/** "All" stands alone: choosing it drops the rest, and choosing another one drops it. */
function chosenTypes(before: readonly EventSubscription[], chosen: EventSubscription[]): EventSubscription[] {
  if (!chosen.includes('*') || chosen.length === 1) return chosen;
  return before.includes('*') ? chosen.filter((type) => type !== '*') : ['*'];
}

interface Props {
  /** Null for a new one. */
  readonly webhook: Recorded<Webhook> | null;
  /** With its secret when it is new. */
  readonly onDone: (webhook: Webhook | CreateWebhookResponse) => void;
  readonly onClose: () => void;
}

export function WebhookForm({ webhook, onDone, onClose }: Props) {
  const { webhooks: text, common } = useText();
  const types = useQuery(eventTypesQuery).data ?? [];
  const form = useForm<Values>({ initialValues: webhook === null ? EMPTY : valuesOf(webhook.record) });
  const input = (field: keyof Values) => ({ label: text.fields[field], ...form.getInputProps(field) });
  return (
    <RecordForm<Values, Webhook | CreateWebhookResponse>
      title={webhook === null ? text.new : text.edit}
      form={form}
      draftKey={useDraftKey(`webhook ${webhook?.record.id ?? 'new'}`)}
      etag={webhook?.etag ?? null}
      send={(values, { etag, idempotencyKey }) =>
        webhook === null
          ? createWebhook(bodyOf(values), idempotencyKey)
          : updateWebhook(webhook.record.id, { ...bodyOf(values), status: values.status }, etag!)
      }
      {...(webhook !== null && {
        readTheirs: async () => {
          const theirs = await recorded(te.webhooks.get(webhook.record.id));
          return { record: valuesOf(theirs.record), etag: theirs.etag };
        },
      })}
      labels={text.fields}
      submitLabel={webhook === null ? text.create : undefined}
      onDone={onDone}
      onClose={onClose}
    >
      <TextInput {...input('url')} type="url" required placeholder="https://" data-autofocus />
      <MultiSelect
        {...input('eventTypes')}
        required
        searchable
        clearable
        clearButtonProps={{ 'aria-label': common.clear }}
        data={[
          { value: '*', label: text.everyType },
          ...types.filter(({ type }) => type !== 'webhook.test').map(({ type }) => ({ value: type, label: type })),
        ]}
        onChange={(chosen) =>
          form.setFieldValue('eventTypes', chosenTypes(form.values.eventTypes, chosen as EventSubscription[]))
        }
      />
      <TextInput {...input('description')} />
      {webhook === null ? null : (
        <Select
          {...input('status')}
          description={text.disabledText}
          data={WEBHOOK_STATUSES.map((value) => ({ value, label: text.statuses[value] }))}
          allowDeselect={false}
        />
      )}
    </RecordForm>
  );
}
