import { Group, MultiSelect, NumberInput, SegmentedControl, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { CouponDuration, GetCouponResponse } from '@tour-events/client';
import { DateInput } from '../../shared/date-input';
import { AmountInput, useAmountRule } from '../../shared/amount-input';
import { versioned, api, type Versioned } from '../../shared/api';
import { currencies } from '../../shared/currencies';
import { useEveryText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { instantAt, OWN_TIME_ZONE, wallTimeIn } from '../../shared/time';
import { amountToType, typedAmount } from '../../shared/typed-amount';
import { useDraftKey, useSession } from '../session';
import { createCoupon, allPlansQuery, updateCoupon } from './plans-queries';

type Coupon = GetCouponResponse;
type Kind = 'percent' | 'amount';

const DURATIONS: readonly CouponDuration[] = ['once', 'repeating', 'forever'];

const couponValues = (coupon: Coupon) => ({
  code: coupon.code,
  kind: (coupon.percentOff === null ? 'amount' : 'percent') as Kind,
  percentOff: coupon.percentOff ?? ('' as number | ''),
  amountOff: coupon.amountOff === null ? '' : amountToType(coupon.amountOff, coupon.currency ?? ''),
  currency: coupon.currency ?? '',
  duration: coupon.duration,
  durationMonths: coupon.durationMonths ?? ('' as number | ''),
  maxRedemptions: coupon.maxRedemptions ?? ('' as number | ''),
  expiresAt:
    coupon.expiresAt === null ? '' : wallTimeIn(coupon.expiresAt, OWN_TIME_ZONE).slice(0, 16).replace(' ', 'T'),
  planIds: [...coupon.planIds],
});

type Values = ReturnType<typeof couponValues>;

const orNull = (value: number | '') => (value === '' ? null : value);

/** Only what belongs to the chosen kind and duration: the API refuses the rest. */
const bodyOf = (values: Values) => ({
  code: values.code,
  percentOff: values.kind === 'percent' ? orNull(values.percentOff) : null,
  amountOff: values.kind === 'amount' ? typedAmount(values.amountOff, values.currency) : null,
  currency: values.kind === 'amount' ? values.currency : null,
  duration: values.duration,
  durationMonths: values.duration === 'repeating' ? orNull(values.durationMonths) : null,
  maxRedemptions: orNull(values.maxRedemptions),
  expiresAt: values.expiresAt === '' ? null : instantAt(values.expiresAt, OWN_TIME_ZONE),
  planIds: values.planIds,
});

interface Props {
  /** Null for a new one. */
  readonly coupon: Versioned<Coupon> | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function CouponForm({ coupon, onDone, onClose }: Props) {
  const { coupons: text } = useEveryText();
  const { currency } = useSession().organization;
  const plans = useQuery(allPlansQuery).data ?? [];
  const empty: Values = {
    code: '',
    kind: 'percent',
    percentOff: '',
    amountOff: '',
    currency,
    duration: 'once',
    durationMonths: '',
    maxRedemptions: '',
    expiresAt: '',
    planIds: [],
  };
  const isClear = useAmountRule();
  const form = useForm<Values>({
    initialValues: coupon === null ? empty : couponValues(coupon.record),
    validate: { amountOff: (value, values) => (values.kind === 'amount' ? isClear(value, values) : null) },
  });
  const input = (field: Exclude<keyof Values, 'kind'>) => ({ label: text.fields[field], ...form.getInputProps(field) });
  return (
    <RecordForm<Values, Coupon>
      title={coupon === null ? text.new : text.edit}
      form={form}
      draftKey={useDraftKey(`coupon ${coupon?.record.id ?? 'new'}`)}
      etag={coupon?.etag ?? null}
      problemFields={{ code_taken: 'code' }}
      send={(values, { etag, idempotencyKey }) =>
        coupon === null
          ? createCoupon(bodyOf(values), idempotencyKey)
          : updateCoupon(coupon.record.id, bodyOf(values), etag!)
      }
      {...(coupon !== null && {
        readTheirs: async () => {
          const theirs = await versioned(api.coupons.get(coupon.record.id));
          return { record: couponValues(theirs.record), etag: theirs.etag };
        },
      })}
      labels={text.fields}
      submitLabel={coupon === null ? text.create : undefined}
      onDone={onDone}
      onClose={onClose}
    >
      <TextInput {...input('code')} required autoComplete="off" data-autofocus />
      <SegmentedControl
        aria-label={text.kind}
        w="fit-content"
        data={(['percent', 'amount'] as const).map((value) => ({ value, label: text.kinds[value] }))}
        value={form.values.kind}
        onChange={(kind) => form.setFieldValue('kind', kind as Kind)}
      />
      {form.values.kind === 'percent' ? (
        <NumberInput {...input('percentOff')} required allowDecimal={false} suffix=" %" />
      ) : (
        <Group grow align="flex-start">
          <AmountInput {...input('amountOff')} required currency={form.values.currency} />
          <Select {...input('currency')} data={currencies()} searchable limit={100} />
        </Group>
      )}
      <Group grow align="flex-start">
        <Select
          {...input('duration')}
          data={DURATIONS.map((value) => ({ value, label: text.durations[value] }))}
          allowDeselect={false}
        />
        {form.values.duration === 'repeating' ? (
          <NumberInput {...input('durationMonths')} required allowDecimal={false} />
        ) : null}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput {...input('maxRedemptions')} allowDecimal={false} />
        <DateInput {...input('expiresAt')} kind="time" />
      </SimpleGrid>
      <MultiSelect
        {...input('planIds')}
        placeholder={form.values.planIds.length === 0 ? text.allPlans : ''}
        data={plans.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
      />
    </RecordForm>
  );
}
