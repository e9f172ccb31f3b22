import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { BillingInterval, GetBillingResponse } from '@tour-events/client';
import type { Recorded } from '../../shared/api';
import { useText } from '../../shared/language';
import { moneyText } from '../../shared/money';
import { RecordForm } from '../../shared/record-form';
import { useDraftKey } from '../session';
import { subscribe, type Plan } from './billing-queries';

interface Props {
  readonly plan: Plan;
  readonly interval: BillingInterval;
  readonly billing: Recorded<GetBillingResponse>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const EMPTY = { couponCode: '' };

/** Says what a subscription or its change costs and does, and takes a coupon. */
export function SubscribeForm({ plan, interval, billing, onDone, onClose }: Props) {
  const { billing: text } = useText();
  const { record, etag } = billing;
  const form = useForm({ initialValues: EMPTY });
  const isRunning = record.status !== 'none' && record.status !== 'cancelled';
  const isSame = isRunning && record.plan?.id === plan.id && record.interval === interval;
  const price = interval === 'monthly' ? plan.monthlyPrice : plan.yearlyPrice;
  return (
    <RecordForm<typeof EMPTY, GetBillingResponse>
      title={text.subscribeTitle(plan.name)}
      form={form}
      draftKey={useDraftKey(`subscription ${plan.id}`)}
      etag={etag}
      send={({ couponCode }, { etag: version }) =>
        subscribe({ planId: plan.id, interval, ...(couponCode !== '' && { couponCode }) }, version!)
      }
      submitLabel={isSame ? text.keep(plan.name) : text.subscribe}
      onDone={onDone}
      onClose={onClose}
    >
      <Text fw={600}>
        {moneyText(price, plan.currency)} {text.per[interval]}
      </Text>
      <Text size="sm">{isSame ? text.keepText : isRunning ? text.changeText : text.firstText}</Text>
      <TextInput label={text.fields.couponCode} autoComplete="off" {...form.getInputProps('couponCode')} />
    </RecordForm>
  );
}
