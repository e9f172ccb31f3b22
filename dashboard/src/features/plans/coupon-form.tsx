import { Group, MultiSelect, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { CouponDuration, GetCouponResponse } from '@tour-events/client';
import { recorded, te, type Recorded } from '../../shared/api';
import { currencies } from '../../shared/currencies';
import { useText } from '../../shared/language';
import { typedAmount } from '../../shared/money';
import { RecordForm } from '../../shared/record-form';
import { instantAt, OWN_TIME_ZONE, wallTimeIn } from '../../shared/time';
import { useDraftKey, useSession } from '../session';
import { createCoupon, plansQuery, updateCoupon } from './plans-queries';

type Coupon = GetCouponResponse;
type Kind = 'percent' | 'amount';

const DURATIONS: readonly CouponDuration[] = ['once', 'repeating', 'forever'];

const valuesOf = (coupon: Coupon) => ({
  code: coupon.code,
  kind: (coupon.percentOff === null ? 'amount' : 'percent') as Kind,
  percentOff: coupon.percentOff ?? ('' as number | ''),
  amountOff: coupon.amountOff ?? '',
  currency: coupon.currency ?? '',
  duration: coupon.duration,
  durationMonths: coupon.durationMonths ?? ('' as number | ''),
  maxRedemptions: coupon.maxRedemptions ?? ('' as number | ''),
  expiresAt:
    coupon.expiresAt === null ? '' : wallTimeIn(coupon.expiresAt, OWN_TIME_ZONE).slice(0, 16).replace(' ', 'T'),
  planIds: [...coupon.planIds],
});

type Values = ReturnType<typeof valuesOf>;

const orNull = (value: number | '') => (value === '' ? null : value);

/** Only what belongs to the chosen kind and duration: the API refuses the rest. */
const bodyOf = (values: Values) => ({
  code: values.code,
  percentOff: values.kind === 'percent' ? orNull(values.percentOff) : null,
  amountOff: values.kind === 'amount' ? typedAmount(values.amountOff) : null,
  currency: values.kind === 'amount' ? values.currency : null,
  duration: values.duration,
  durationMonths: values.duration === 'repeating' ? orNull(values.durationMonths) : null,
  maxRedemptions: orNull(values.maxRedemptions),
  expiresAt: values.expiresAt === '' ? null : instantAt(values.expiresAt, OWN_TIME_ZONE),
  planIds: values.planIds,
});

interface Props {
  /** Null for a new one. */
  readonly coupon: Recorded<Coupon> | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function CouponForm({ coupon, onDone, onClose }: Props) {
  const { coupons: text } = useText();
  const { currency } = useSession().organization;
  const plans = useQuery(plansQuery({ limit: 100, sortBy: 'name' })).data?.data ?? [];
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
  const form = useForm<Values>({ initialValues: coupon === null ? empty : valuesOf(coupon.record) });
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
          const theirs = await recorded(te.coupons.get(coupon.record.id));
          return { record: valuesOf(theirs.record), etag: theirs.etag };
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
          <TextInput {...input('amountOff')} required inputMode="decimal" />
          <Select {...input('currency')} data={currencies()} searchable allowDeselect={false} limit={100} />
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
      <Group grow align="flex-start">
        <NumberInput {...input('maxRedemptions')} allowDecimal={false} />
        <TextInput {...input('expiresAt')} type="datetime-local" />
      </Group>
      <MultiSelect
        {...input('planIds')}
        placeholder={form.values.planIds.length === 0 ? text.allPlans : ''}
        data={plans.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
      />
    </RecordForm>
  );
}
