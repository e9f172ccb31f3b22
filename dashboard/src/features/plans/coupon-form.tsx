import { MultiSelect, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AmountInput, useAmountRule } from '../../shared/amount-input';
import { currencies } from '../../shared/currencies';
import { DateInput } from '../../shared/date-input';
import { FieldRow } from '../../shared/field-row';
import { useEveryText } from '../../shared/language';
import { formOf, type FormProps } from '../../shared/resource';
import { choices } from '../../shared/choices';
import { localTime, OWN_TIME_ZONE } from '../../shared/time';
import { instantOrNull, orNull } from '../../shared/typed';
import { amountToType, typedAmount } from '../../shared/typed-amount';
import { ResourceForm } from '../resources';
import { useSession } from '../session';
import { coupons, DURATIONS, type Coupon, type CouponKind } from './coupon';
import { allPlansQuery } from './plan';

const FORM = formOf(coupons, {
  valuesOf: (coupon) => ({
    code: coupon.code,
    kind: (coupon.percentOff === null ? 'amount' : 'percent') as CouponKind,
    percentOff: coupon.percentOff ?? ('' as number | ''),
    amountOff: coupon.amountOff === null ? '' : amountToType(coupon.amountOff, coupon.currency ?? ''),
    currency: coupon.currency ?? '',
    duration: coupon.duration,
    durationMonths: coupon.durationMonths ?? ('' as number | ''),
    maxRedemptions: coupon.maxRedemptions ?? ('' as number | ''),
    expiresAt: localTime(coupon.expiresAt, OWN_TIME_ZONE),
    planIds: [...coupon.planIds],
  }),
  empty: {
    code: '',
    kind: 'percent',
    percentOff: '',
    amountOff: '',
    currency: '',
    duration: 'once',
    durationMonths: '',
    maxRedemptions: '',
    expiresAt: '',
    planIds: [],
  },
  /** Only what belongs to the chosen kind and duration: the API refuses the rest. */
  bodyOf: (values) => ({
    code: values.code,
    percentOff: values.kind === 'percent' ? orNull(values.percentOff) : null,
    amountOff: values.kind === 'amount' ? typedAmount(values.amountOff, values.currency) : null,
    currency: values.kind === 'amount' ? values.currency : null,
    duration: values.duration,
    durationMonths: values.duration === 'repeating' ? orNull(values.durationMonths) : null,
    maxRedemptions: orNull(values.maxRedemptions),
    expiresAt: instantOrNull(values.expiresAt, OWN_TIME_ZONE),
    planIds: values.planIds,
  }),
});

export function CouponForm(props: FormProps<Coupon>) {
  const { coupons: text } = useEveryText();
  const { currency } = useSession().organization;
  const { data: offered = [] } = useQuery(allPlansQuery);
  const isClear = useAmountRule();
  return (
    <ResourceForm
      {...props}
      of={FORM}
      text={text}
      begin={{ currency }}
      problemFields={{ code_taken: 'code' }}
      validate={{ amountOff: (value, values) => (values.kind === 'amount' ? isClear(value, values) : null) }}
    >
      {(input, form) => (
        <>
          <TextInput {...input('code')} required autoComplete="off" data-autofocus />
          <SegmentedControl
            aria-label={text.kind}
            w="fit-content"
            data={(['percent', 'amount'] as const).map((value) => ({ value, label: text.kinds[value] }))}
            value={form.values.kind}
            onChange={(kind) => form.setFieldValue('kind', kind as CouponKind)}
          />
          {form.values.kind === 'percent' ? (
            <NumberInput {...input('percentOff')} required allowDecimal={false} suffix=" %" />
          ) : (
            <FieldRow>
              <AmountInput {...input('amountOff')} required currency={form.values.currency} />
              <Select {...input('currency')} data={currencies()} searchable limit={100} />
            </FieldRow>
          )}
          <FieldRow>
            <Select {...input('duration')} data={choices(DURATIONS, text.durations)} allowDeselect={false} />
            {form.values.duration === 'repeating' ? (
              <NumberInput {...input('durationMonths')} required allowDecimal={false} />
            ) : null}
          </FieldRow>
          <FieldRow isWide>
            <NumberInput {...input('maxRedemptions')} allowDecimal={false} />
            <DateInput {...input('expiresAt')} kind="time" />
          </FieldRow>
          <MultiSelect
            {...input('planIds')}
            placeholder={form.values.planIds.length === 0 ? text.allPlans : ''}
            data={offered.map(({ id, name }) => ({ value: id, label: name }))}
            searchable
          />
        </>
      )}
    </ResourceForm>
  );
}
