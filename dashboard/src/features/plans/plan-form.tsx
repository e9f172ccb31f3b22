import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { AmountInput, useAmountRule } from '../../shared/amount-input';
import { currencies } from '../../shared/currencies';
import { FieldRow } from '../../shared/field-row';
import { useEveryText } from '../../shared/language';
import { formOf, type FormProps } from '../../shared/resource';
import { amountToType, typedAmount } from '../../shared/typed-amount';
import { ResourceForm } from '../resources';
import { useSession } from '../session';
import { plans, type Plan } from './plan';

const FORM = formOf(plans, {
  valuesOf: ({ name, monthlyPrice, yearlyPrice, currency, features, active }) => ({
    name,
    monthlyPrice: amountToType(monthlyPrice, currency),
    yearlyPrice: amountToType(yearlyPrice, currency),
    currency,
    features: features.join('\n'),
    active,
  }),
  empty: { name: '', monthlyPrice: '', yearlyPrice: '', currency: '', features: '', active: true },
  bodyOf: ({ features, monthlyPrice, yearlyPrice, ...values }) => ({
    ...values,
    monthlyPrice: typedAmount(monthlyPrice, values.currency),
    yearlyPrice: typedAmount(yearlyPrice, values.currency),
    features: features
      .split('\n')
      .map((feature) => feature.trim())
      .filter((feature) => feature !== ''),
  }),
});

export function PlanForm(props: FormProps<Plan>) {
  const { plans: text } = useEveryText();
  const { currency } = useSession().organization;
  const isClear = useAmountRule();
  return (
    <ResourceForm
      {...props}
      of={FORM}
      text={text}
      begin={{ currency }}
      validate={{ monthlyPrice: isClear, yearlyPrice: isClear }}
    >
      {(input, form) => (
        <>
          <TextInput {...input('name')} required data-autofocus />
          <FieldRow>
            <AmountInput {...input('monthlyPrice')} required currency={form.values.currency} />
            <AmountInput {...input('yearlyPrice')} required currency={form.values.currency} />
          </FieldRow>
          <Select {...input('currency')} data={currencies()} searchable limit={100} />
          <Textarea {...input('features')} description={text.featuresText} autosize minRows={3} />
          <Checkbox
            label={text.fields.active}
            description={text.activeText}
            {...form.getInputProps('active', { type: 'checkbox' })}
          />
        </>
      )}
    </ResourceForm>
  );
}
