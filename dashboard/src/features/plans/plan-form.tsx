import { Checkbox, Group, Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { GetPlanResponse } from '@tour-events/client';
import { AmountInput, useAmountRule } from '../../shared/amount-input';
import { versioned, api, type Versioned } from '../../shared/api';
import { currencies } from '../../shared/currencies';
import { useEveryText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { amountToType, typedAmount } from '../../shared/typed-amount';
import { useDraftKey, useSession } from '../session';
import { createPlan, updatePlan } from './plans-queries';

type Plan = GetPlanResponse;

const planValues = ({ name, monthlyPrice, yearlyPrice, currency, features, active }: Plan) => ({
  name,
  monthlyPrice: amountToType(monthlyPrice, currency),
  yearlyPrice: amountToType(yearlyPrice, currency),
  currency,
  features: features.join('\n'),
  active,
});

type Values = ReturnType<typeof planValues>;

const bodyOf = ({ features, monthlyPrice, yearlyPrice, ...values }: Values) => ({
  ...values,
  monthlyPrice: typedAmount(monthlyPrice, values.currency),
  yearlyPrice: typedAmount(yearlyPrice, values.currency),
  features: features
    .split('\n')
    .map((feature) => feature.trim())
    .filter((feature) => feature !== ''),
});

interface Props {
  /** Null for a new one. */
  readonly plan: Versioned<Plan> | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function PlanForm({ plan, onDone, onClose }: Props) {
  const { plans: text } = useEveryText();
  const { currency } = useSession().organization;
  const empty: Values = { name: '', monthlyPrice: '', yearlyPrice: '', currency, features: '', active: true };
  const isClear = useAmountRule();
  const form = useForm<Values>({
    initialValues: plan === null ? empty : planValues(plan.record),
    validate: { monthlyPrice: isClear, yearlyPrice: isClear },
  });
  const input = (field: keyof Values) => ({ label: text.fields[field], ...form.getInputProps(field) });
  return (
    <RecordForm<Values, Plan>
      title={plan === null ? text.new : text.edit}
      form={form}
      draftKey={useDraftKey(`plan ${plan?.record.id ?? 'new'}`)}
      etag={plan?.etag ?? null}
      send={(values, { etag, idempotencyKey }) =>
        plan === null ? createPlan(bodyOf(values), idempotencyKey) : updatePlan(plan.record.id, bodyOf(values), etag!)
      }
      {...(plan !== null && {
        readTheirs: async () => {
          const theirs = await versioned(api.plans.get(plan.record.id));
          return { record: planValues(theirs.record), etag: theirs.etag };
        },
      })}
      labels={text.fields}
      submitLabel={plan === null ? text.create : undefined}
      onDone={onDone}
      onClose={onClose}
    >
      <TextInput {...input('name')} required data-autofocus />
      <Group grow align="flex-start">
        <AmountInput {...input('monthlyPrice')} required currency={form.values.currency} />
        <AmountInput {...input('yearlyPrice')} required currency={form.values.currency} />
      </Group>
      <Select {...input('currency')} data={currencies()} searchable limit={100} />
      <Textarea {...input('features')} description={text.featuresText} autosize minRows={3} />
      <Checkbox
        label={text.fields.active}
        description={text.activeText}
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
    </RecordForm>
  );
}
