import { NumberInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { GetOrganizationResponse } from '@tour-events/client';
import { api, readAs, type Versioned } from '../../shared/api';
import { useEveryText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { useDraftKey } from '../session';
import { allPlansQuery } from '../plans';
import { updateOrganization } from './operators-queries';

type Organization = GetOrganizationResponse;

const organizationValues = ({ name, planId, mailDailyLimit, rateLimit }: Organization) => ({
  name,
  planId: planId ?? '',
  mailDailyLimit: mailDailyLimit ?? ('' as number | ''),
  rateLimit: rateLimit ?? ('' as number | ''),
});

type Values = ReturnType<typeof organizationValues>;

const bodyOf = ({ name, planId, mailDailyLimit, rateLimit }: Values) => ({
  name,
  planId: planId === '' ? null : planId,
  mailDailyLimit: mailDailyLimit === '' ? null : mailDailyLimit,
  rateLimit: rateLimit === '' ? null : rateLimit,
});

interface Props {
  readonly organization: Versioned<Organization>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** What operators change of an organization: its name, plan and limits. */
export function OrganizationForm({ organization: { record, etag }, onDone, onClose }: Props) {
  const {
    operators: { organizations: text },
    common,
  } = useEveryText();
  const plans = useQuery(allPlansQuery).data ?? [];
  const form = useForm<Values>({ initialValues: organizationValues(record) });
  const input = (field: keyof Values) => ({ label: text.fields[field], ...form.getInputProps(field) });
  return (
    <RecordForm<Values, Organization>
      title={text.edit}
      form={form}
      draftKey={useDraftKey(`operated organization ${record.id}`)}
      etag={etag}
      send={(values, { etag: version }) => updateOrganization(record.id, bodyOf(values), version!)}
      readTheirs={readAs(() => api.organizations.get(record.id), organizationValues)}
      labels={text.fields}
      onDone={onDone}
      onClose={onClose}
    >
      <TextInput {...input('name')} required data-autofocus />
      <Select
        {...input('planId')}
        data={plans.map(({ id, name }) => ({ value: id, label: name }))}
        placeholder={text.noPlan}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': `${common.clear}: ${text.fields.planId}` }}
        value={form.values.planId === '' ? null : form.values.planId}
        onChange={(planId) => form.setFieldValue('planId', planId ?? '')}
      />
      <NumberInput
        {...input('mailDailyLimit')}
        description={text.mailDailyLimitText}
        placeholder={text.defaultLimit}
        allowDecimal={false}
        allowNegative={false}
      />
      <NumberInput
        {...input('rateLimit')}
        description={text.rateLimitText}
        placeholder={text.defaultLimit}
        allowDecimal={false}
        allowNegative={false}
      />
    </RecordForm>
  );
}
