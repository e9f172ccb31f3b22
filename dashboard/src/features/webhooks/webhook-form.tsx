import { MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EventSubscription } from '@tour-events/client';
import { choices } from '../../shared/choices';
import { FieldRow } from '../../shared/field-row';
import { useEveryText } from '../../shared/language';
import { formOf, type FormProps } from '../../shared/resource';
import { SearchSelect } from '../../shared/search-select';
import { orNull } from '../../shared/typed';
import { EVENT_CHOICES } from '../events';
import { ResourceForm } from '../resources';
import { TOUR_CHOICES } from '../tours';
import { webhooks, type CreatedWebhook, type Webhook } from './webhook';
import { WEBHOOK_STATUSES } from './webhook-states';
import { eventTypesQuery } from './webhooks-queries';

/** "All" stands alone: choosing it drops the rest, and choosing another one drops it. */
function chosenTypes(before: readonly EventSubscription[], chosen: EventSubscription[]): EventSubscription[] {
  if (!chosen.includes('*') || chosen.length === 1) return chosen;
  return before.includes('*') ? chosen.filter((type) => type !== '*') : ['*'];
}

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

const FORM = formOf(webhooks, {
  valuesOf: (webhook) => ({
    url: webhook.url,
    eventTypes: webhook.eventTypes,
    description: webhook.description ?? '',
    tourId: webhook.tourId ?? '',
    eventId: webhook.eventId ?? '',
    // A value that is kept is not shown.
    headers: Object.keys(webhook.headers)
      .map((name) => `${name}: ${KEPT}`)
      .join('\n'),
    standardHeaders: webhook.standardHeaders,
    fullPayload: webhook.fullPayload,
    autoDisable: webhook.autoDisable,
    status: webhook.status,
  }),
  empty: {
    url: '',
    eventTypes: [] as EventSubscription[],
    description: '',
    tourId: '',
    eventId: '',
    headers: '',
    standardHeaders: false,
    fullPayload: false,
    autoDisable: false,
    status: 'enabled',
  },
  bodyOf: ({ description, tourId, eventId, headers, status, ...rest }, _organization, before) => ({
    ...rest,
    headers: headersOf(headers),
    tourId: orNull(tourId),
    eventId: orNull(eventId),
    description: orNull(description),
    // A new one is enabled.
    ...(before !== null && { status }),
  }),
});

/** A new one comes with its secret. */
export function WebhookForm(props: FormProps<Webhook, CreatedWebhook>) {
  const { webhooks: text, common } = useEveryText();
  const types = useQuery(eventTypesQuery).data ?? [];
  return (
    <ResourceForm {...props} of={FORM} text={text}>
      {(input, form) => (
        <>
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
          <FieldRow>
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
          </FieldRow>
          <Textarea {...input('headers')} description={text.headersText} autosize minRows={2} />
          {(['standardHeaders', 'fullPayload', 'autoDisable'] as const).map((field) => (
            <Switch
              key={field}
              label={text.fields[field]}
              description={text.optionTexts[field]}
              {...form.getInputProps(field, { type: 'checkbox' })}
            />
          ))}
          {props.record === null ? null : (
            <Select
              {...input('status')}
              description={text.disabledText}
              data={choices(WEBHOOK_STATUSES, text.statuses)}
              allowDeselect={false}
            />
          )}
        </>
      )}
    </ResourceForm>
  );
}
