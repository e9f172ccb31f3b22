import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { BillingInterval, GetBillingResponse } from '@tour-events/client';
import { useState } from 'react';
import type { Versioned } from '../../shared/api';
import { useEveryText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { useDraftKey } from '../session';
import { CostPreview } from './cost-preview';
import { subscribe, type Plan } from './billing-queries';

interface Props {
  readonly plan: Plan;
  readonly interval: BillingInterval;
  readonly billing: Versioned<GetBillingResponse>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const EMPTY = { couponCode: '' };

/** Says what a subscription or its change costs and does, and takes a coupon. */
export function SubscribeForm({ plan, interval, billing, onDone, onClose }: Props) {
  const { billing: text } = useEveryText();
  const { record, etag } = billing;
  const form = useForm({ initialValues: EMPTY });
  const isRunning = record.status !== 'none' && record.status !== 'cancelled';
  const isSame = isRunning && record.plan?.id === plan.id && record.interval === interval;
  // Asked when the code is complete: a code that is being typed is a wrong one.
  const [code, setCode] = useState('');
  const bodyOf = (couponCode: string) => ({
    planId: plan.id,
    interval,
    ...(couponCode.trim() !== '' && { couponCode: couponCode.trim() }),
  });
  return (
    <RecordForm<typeof EMPTY, GetBillingResponse>
      title={text.subscribeTitle(plan.name)}
      form={form}
      draftKey={useDraftKey(`subscription ${plan.id}`)}
      etag={etag}
      send={({ couponCode }, { etag: version }) => subscribe(bodyOf(couponCode), version!)}
      submitLabel={isSame ? text.keep(plan.name) : text.subscribe}
      onDone={onDone}
      onClose={onClose}
    >
      <Text size="sm">{isSame ? text.keepText : isRunning ? text.changeText : text.firstText}</Text>
      <TextInput
        label={text.fields.couponCode}
        autoComplete="off"
        {...form.getInputProps('couponCode')}
        onBlur={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <CostPreview wanted={bodyOf(code)} />
    </RecordForm>
  );
}
