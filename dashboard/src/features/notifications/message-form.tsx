import { Alert, Button, CloseButton, Grid, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse } from '@tour-events/client';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { TemplateName } from '../../locales/message-templates';
import { DateInput } from '../../shared/date-input';
import { FieldRow } from '../../shared/field-row';
import { useText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { choices } from '../../shared/choices';
import { ANSWERS } from '../event-guests';
import { useDraftKey } from '../session';
import { AudienceCount, reachableBy } from './audience-count';
import { MessagePreview } from './message-preview';
import { EMPTY_MESSAGE, messageOf, type MessageValues } from './message-values';
import { isPersonal, placeOf, VARIABLES, type Variable } from './message-variables';
import { audienceQuery, sendMessage, type Message } from './notifications-queries';
import { useTemplates } from './use-templates';

const API_FIELDS = Object.fromEntries(
  Array.from({ length: 50 }, (_, index) => [`variables.${index + 1}`, `values.${index}`]),
);

interface Props {
  readonly event: GetEventResponse;
  /** What it begins with; null for an empty one. */
  readonly template: TemplateName | null;
  readonly onDone: (message: Message) => void;
  readonly onClose: () => void;
}

/** Writes to the guests of an event: to whom, what, and how a guest will get it. */
export function MessageForm({ event, template, onDone, onClose }: Props) {
  const { messages: text, eventGuests } = useText();
  const form = useForm<MessageValues>({ initialValues: EMPTY_MESSAGE });
  const { templates, canBegin, begin } = useTemplates(form, template);
  const values = form.getValues();
  const [shown] = useDebouncedValue(values, 500);
  const audience = useQuery(audienceQuery(event.id, values.rsvp === 'all' ? null : values.rsvp)).data;
  const channel = audience?.channels.find((each) => each.channel === values.channel);
  const personal = isPersonal(values.channel === 'email' ? [values.subject, values.body] : values.values);
  const reachable = channel === undefined ? 0 : reachableBy(channel, personal);
  const [lastField, setLastField] = useState('body');
  const input = (field: 'subject' | 'body' | 'template' | 'language') => ({
    label: text.fields[field],
    ...form.getInputProps(field),
  });
  const takes = (field: string) => ({ onFocusCapture: () => setLastField(field) });
  const labelOf = ({ sendAt }: MessageValues, count: number) =>
    sendAt !== '' ? text.schedule : count === 0 ? text.sendNone : text.send(count);
  return (
    <RecordForm<MessageValues, Message>
      title={text.new}
      size={1000}
      form={form}
      draftKey={useDraftKey(`message ${event.id}`)}
      etag={null}
      apiFields={API_FIELDS}
      send={(typed, { idempotencyKey }) => sendMessage(messageOf(event.id, typed, event.timezone), idempotencyKey)}
      submitLabel={labelOf(values, reachable)}
      // Whom a later one goes to is decided when it is sent.
      canSubmit={reachable > 0 || values.sendAt !== ''}
      onDone={onDone}
      onClose={onClose}
    >
      <Grid>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="sm">
            {audience?.channels.find((each) => each.channel === 'whatsapp')?.configured === true ? (
              <Select
                label={text.fields.channel}
                {...form.getInputProps('channel')}
                data={(['email', 'whatsapp'] as const).map((value) => ({ value, label: text.channels[value] }))}
                allowDeselect={false}
              />
            ) : null}
            <Select
              label={text.fields.rsvp}
              {...form.getInputProps('rsvp')}
              data={[{ value: 'all', label: text.all }, ...choices(ANSWERS, eventGuests.answers)]}
              allowDeselect={false}
            />
            <AudienceCount audience={channel} isPersonal={personal} />
            {event.status === 'draft' ? (
              <Alert color="yellow" variant="light" py="xs" role="alert">
                {text.isDraft}
              </Alert>
            ) : null}
            {values.channel === 'email' ? (
              <>
                <Group gap={6} role="group" aria-label={text.beginWith}>
                  <Text size="sm" c="dimmed">
                    {text.beginWith}
                  </Text>
                  {templates.map((name) => (
                    <Button
                      key={name}
                      size="compact-xs"
                      variant="default"
                      fw={400}
                      disabled={!canBegin}
                      onClick={() => begin(name)}
                    >
                      {text.templates[name]}
                    </Button>
                  ))}
                </Group>
                <TextInput {...input('subject')} required data-autofocus {...takes('subject')} />
                <Textarea {...input('body')} required autosize minRows={8} maxRows={16} {...takes('body')} />
              </>
            ) : (
              <>
                <FieldRow>
                  <TextInput {...input('template')} required />
                  <TextInput {...input('language')} placeholder="en_US" />
                </FieldRow>
                {values.values.map((_, index) => (
                  <TextInput
                    key={index}
                    label={text.value(index + 1)}
                    {...form.getInputProps(`values.${index}`)}
                    {...takes(`values.${index}`)}
                    rightSection={
                      // Their numbers have no gap: only the last one can go.
                      index === values.values.length - 1 ? (
                        <CloseButton
                          size="sm"
                          aria-label={text.removeValue(index + 1)}
                          onClick={() => form.removeListItem('values', index)}
                        />
                      ) : null
                    }
                  />
                ))}
                <Group>
                  <Button size="xs" variant="default" onClick={() => form.insertListItem('values', '')}>
                    {text.addValue}
                  </Button>
                </Group>
              </>
            )}
            <DateInput
              label={text.sendLater}
              description={text.sendLaterText(event.timezone)}
              kind="time"
              {...form.getInputProps('sendAt')}
            />
            <Variables onInsert={(variable) => insert(form, fieldFor(values, lastField), placeOf(variable))} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <MessagePreview key={shown.rsvp} eventId={event.id} values={shown} isBehind={shown !== values} />
        </Grid.Col>
      </Grid>
    </RecordForm>
  );
}

/** Where a variable goes: into the field that was last typed into, if the channel has it. */
function fieldFor({ channel, values }: MessageValues, last: string): string | null {
  if (channel === 'email') return last === 'subject' ? last : 'body';
  return last.startsWith('values.') ? last : values.length === 0 ? null : `values.${values.length - 1}`;
}

/** Puts a variable where the cursor stands, and the cursor behind it. */
function insert(form: ReturnType<typeof useForm<MessageValues>>, field: string | null, place: string): void {
  if (field === null) {
    form.insertListItem('values', place);
    return;
  }
  const node = form.getInputNode(field) as HTMLInputElement | HTMLTextAreaElement | null;
  if (node === null) return;
  const [start, end] = [node.selectionStart ?? node.value.length, node.selectionEnd ?? node.value.length];
  const text = `${node.value.slice(0, start)}${place}${node.value.slice(end)}`;
  // At once: a text that is drawn later would take the cursor to its end.
  flushSync(() => form.setFieldValue(field, text));
  node.focus();
  node.setSelectionRange(start + place.length, start + place.length);
}

function Variables({ onInsert }: { readonly onInsert: (variable: Variable) => void }) {
  const { messages: text } = useText();
  return (
    <Group gap={6} role="group" aria-label={text.insert}>
      <Text size="sm" c="dimmed">
        {text.insert}
      </Text>
      {VARIABLES.map((variable) => (
        <Button
          key={variable}
          size="compact-xs"
          variant="default"
          fw={400}
          aria-label={text.insertNamed(text.variables[variable])}
          onClick={() => onInsert(variable)}
        >
          {text.variables[variable]}
        </Button>
      ))}
    </Group>
  );
}
