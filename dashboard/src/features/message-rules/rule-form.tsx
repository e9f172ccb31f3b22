import {
  Button,
  CloseButton,
  Group,
  MultiSelect,
  NumberInput,
  Radio,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { FieldRow } from '../../shared/field-row';
import { useText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { choices } from '../../shared/choices';
import { useDraftKey } from '../session';
import { isTimed, ruleOf, TRIGGERS, ruleValues, type RuleValues } from './rule-values';
import { createRule, updateRule, whatsAppQuery, type Rule, type RuleParent } from './rules-queries';

const API_FIELDS = { offsetMinutes: 'amount', 'window.from': 'from', 'window.to': 'to' };
const ANSWERS = ['pending', 'accepted', 'tentative', 'declined'] as const;

interface Props {
  readonly parent: RuleParent;
  /** Null for a new one. */
  readonly rule: (Rule & { readonly etag: string }) | null;
  readonly onClose: () => void;
}

/** When a rule writes, to whom, and what. */
export function RuleForm({ parent, rule, onClose }: Props) {
  const { messageRules: text, messages, eventGuests } = useText();
  const form = useForm<RuleValues>({ initialValues: ruleValues(rule) });
  const values = form.getValues();
  const { data: hasWhatsApp } = useQuery({ ...whatsAppQuery(parent), enabled: rule === null });
  const names = Object.keys(values.variables);
  const isNumbered = names.every((name, index) => name === String(index + 1));
  const input = (field: keyof typeof text.fields) => ({ label: text.fields[field], ...form.getInputProps(field) });
  return (
    <RecordForm<RuleValues, Rule>
      title={rule === null ? text.new : text.edit}
      form={form}
      draftKey={useDraftKey(`message rule ${rule?.id ?? parent.id}`)}
      etag={rule?.etag ?? null}
      apiFields={API_FIELDS}
      send={(typed, { etag, idempotencyKey }) =>
        rule === null
          ? createRule(parent, { ...ruleOf(typed), late: typed.late }, idempotencyKey)
          : updateRule(rule.id, ruleOf(typed), etag!)
      }
      submitLabel={rule === null ? text.create : undefined}
      onDone={onClose}
      onClose={onClose}
    >
      <TextInput {...input('name')} required data-autofocus />
      <Select {...input('trigger')} data={choices(TRIGGERS, text.triggers)} allowDeselect={false} />
      {isTimed(values.trigger) ? (
        <FieldRow>
          <NumberInput {...input('amount')} min={0} allowDecimal={false} required />
          <Select
            {...input('unit')}
            data={(['minutes', 'hours', 'days'] as const).map((value) => ({ value, label: text.units[value] }))}
            allowDeselect={false}
          />
        </FieldRow>
      ) : null}
      <MultiSelect
        {...input('rsvp')}
        placeholder={values.rsvp.length === 0 ? text.everybody : undefined}
        data={choices(ANSWERS, eventGuests.answers)}
      />
      <Stack gap={4}>
        <FieldRow>
          <TextInput {...input('from')} type="time" />
          <TextInput {...input('to')} type="time" />
        </FieldRow>
        <Text size="xs" c="dimmed">
          {text.windowText}
        </Text>
      </Stack>
      {rule === null && hasWhatsApp === true ? (
        <Select
          label={messages.fields.channel}
          {...form.getInputProps('channel')}
          data={(['email', 'whatsapp'] as const).map((value) => ({ value, label: messages.channels[value] }))}
          allowDeselect={false}
        />
      ) : null}
      {values.channel === 'email' ? (
        <>
          <TextInput {...input('subject')} required />
          <Textarea {...input('body')} required autosize minRows={5} maxRows={12} />
        </>
      ) : (
        <>
          <FieldRow>
            <TextInput label={messages.fields.template} {...form.getInputProps('template')} required />
            <TextInput label={messages.fields.language} {...form.getInputProps('language')} placeholder="en_US" />
          </FieldRow>
          {names.map((name) => (
            <TextInput
              key={name}
              label={messages.value(name)}
              {...form.getInputProps(`variables.${name}`)}
              rightSection={
                // Numbers have no gap: only the last one can go.
                isNumbered && name === names.at(-1) ? (
                  <CloseButton
                    size="sm"
                    aria-label={messages.removeValue(Number(name))}
                    onClick={() => form.setFieldValue('variables', without(values.variables, name))}
                  />
                ) : null
              }
            />
          ))}
          {isNumbered ? (
            <Group>
              <Button
                size="xs"
                variant="default"
                onClick={() => form.setFieldValue('variables', { ...values.variables, [names.length + 1]: '' })}
              >
                {messages.addValue}
              </Button>
            </Group>
          ) : null}
          <Text size="xs" c="dimmed">
            {text.placeholders}
          </Text>
        </>
      )}
      {rule === null && isTimed(values.trigger) ? (
        <Radio.Group label={text.late.label} {...form.getInputProps('late')}>
          <Stack gap={6} mt={6}>
            <Radio value="skip" label={text.late.skip} />
            <Radio value="send" label={text.late.send} />
          </Stack>
        </Radio.Group>
      ) : null}
    </RecordForm>
  );
}

function without(variables: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([other]) => other !== name));
}
