import { Group, MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { CreateWebhookResponse, EventSubscription, GetWebhookResponse, WebhookStatus } from '@tour-events/client';
import { versioned, api, type Versioned } from '../../shared/api';
import { useEveryText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { SearchSelect } from '../../shared/search-select';
import { EVENT_CHOICES } from '../events';
import { useDraftKey } from '../session';
import { TOUR_CHOICES } from '../tours';
import { WEBHOOK_STATUSES } from './webhook-states';
import { createWebhook, eventTypesQuery, updateWebhook } from './webhooks-queries';

type Webhook = GetWebhookResponse;

const EMPTY = {
  url: '',
  eventTypes: [] as EventSubscription[],
  description: '',
  tourId: '',
  eventId: '',
  headers: '',
  standardHeaders: false,
  fullPayload: false,
  autoDisable: false,
  status: 'enabled' as WebhookStatus,
};

type Values = typeof EMPTY;

/** Stands for the value of a header that stays as it is. */
const KEPT = '…';

/** Headers as they are typed: one a line, the name, a colon and the value. */
function headersOf(lines: string): Record<string, string | null> {
  const typed = lines.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    typed.map((line) => {
      const [name = '', ...value] = line.split(':');
      const text = value.join(':').trim();
      return [name.trim(), text === KEPT ? null : text];
    }),
  );
}

const webhookValues = ({
  url,
  eventTypes,
  description,
  tourId,
  eventId,
  headers,
  status,
  ...options
}: Webhook): Values => ({
  url,
  eventTypes,
  description: description ?? '',
  tourId: tourId ?? '',
  eventId: eventId ?? '',
  // A value that is kept is not shown.
  headers: Object.keys(headers)
    .map((name) => `${name}: ${KEPT}`)
    .join('\n'),
  standardHeaders: options.standardHeaders,
  fullPayload: options.fullPayload,
  autoDisable: options.autoDisable,
  status,
});

const orNull = (text: string) => (text === '' ? null : text);

const bodyOf = ({ description, tourId, eventId, headers, status: _status, ...rest }: Values) => ({
  ...rest,
  headers: headersOf(headers),
  tourId: orNull(tourId),
  eventId: orNull(eventId),
  description: orNull(description),
});

/** "All" stands alone: choosing it drops the rest, and choosing another one drops it. */
function chosenTypes(before: readonly EventSubscription[], chosen: EventSubscription[]): EventSubscription[] {
  if (!chosen.includes('*') || chosen.length === 1) return chosen;
  return before.includes('*') ? chosen.filter((type) => type !== '*') : ['*'];
}

interface Props {
  /** Null for a new one. */
  readonly webhook: Versioned<Webhook> | null;
  /** With its secret when it is new. */
  readonly onDone: (webhook: Webhook | CreateWebhookResponse) => void;
  readonly onClose: () => void;
}

export function WebhookForm({ webhook, onDone, onClose }: Props) {
  const { webhooks: text, common } = useEveryText();
  const types = useQuery(eventTypesQuery).data ?? [];
  const form = useForm<Values>({ initialValues: webhook === null ? EMPTY : webhookValues(webhook.record) });
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
          const theirs = await versioned(api.webhooks.get(webhook.record.id));
          return { record: webhookValues(theirs.record), etag: theirs.etag };
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
      <Group grow align="flex-start">
        {(['tourId', 'eventId'] as const).map((field) => (
          <SearchSelect
            key={field}
            {...input(field)}
            source={field === 'tourId' ? TOUR_CHOICES : EVENT_CHOICES}
            placeholder={text.anything}
            clearable
            clearButtonProps={{ 'aria-label': common.clear }}
            onChange={(id) => form.setFieldValue(field, id ?? '')}
          />
        ))}
      </Group>
      <Textarea {...input('headers')} description={text.headersText} autosize minRows={2} />
      {(['standardHeaders', 'fullPayload', 'autoDisable'] as const).map((field) => (
        <Switch
          key={field}
          label={text.fields[field]}
          description={text.optionTexts[field]}
          {...form.getInputProps(field, { type: 'checkbox' })}
        />
      ))}
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
