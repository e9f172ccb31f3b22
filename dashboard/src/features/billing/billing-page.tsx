import { Alert, Menu, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { GetBillingResponse } from '@tour-events/client';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { Figures } from '../../shared/figures';
import { Day } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { moneyText } from '../../shared/money';
import { Page } from '../../shared/page';
import { PageActions } from '../../shared/page-actions';
import { useSettled } from '../../shared/use-settled';
import { useMay, useSession } from '../session';
import { billingQuery, cancelSubscription, plansQuery } from './billing-queries';
import { BillingState } from './billing-states';
import { couponText } from './coupon-text';
import { Invoices } from './invoices';
import { Plans } from './plans';

export function BillingPage() {
  const { billing: text } = useEveryText();
  const { organization } = useSession();
  const [isCancelling, setCancelling] = useState(false);
  useSettled(billingQuery, plansQuery);
  const billing = useSuspenseQuery(billingQuery).data;
  const { record, etag } = billing;
  const isRunning = record.status === 'active' || record.status === 'past_due' || record.status === 'trialing';
  const mayCancel = useMay('billing.update') && isRunning && record.interval !== null && !record.cancelAtPeriodEnd;
  const more = mayCancel ? (
    <PageActions>
      <Menu.Item color="red" onClick={() => setCancelling(true)}>
        {text.cancel}
      </Menu.Item>
    </PageActions>
  ) : null;
  return (
    <Page title={text.title} status={<BillingState status={record.status} />} actions={more}>
      {record.status === 'past_due' ? (
        <Alert color="red" title={text.pastDueTitle}>
          {text.pastDueText}
        </Alert>
      ) : null}
      {record.cancelAtPeriodEnd && isRunning ? (
        <Alert color="yellow" title={text.endsTitle}>
          <Text size="sm">
            {text.endsText} <Day at={record.currentPeriodEnd} zone={organization.timezone} />
          </Text>
        </Alert>
      ) : null}
      <Subscription billing={record} />
      <Plans billing={billing} />
      <Invoices />
      {isCancelling ? (
        <ConfirmDialog
          title={text.cancelTitle}
          action={text.cancel}
          run={() => cancelSubscription(etag)}
          onDone={() => setCancelling(false)}
          onCancel={() => setCancelling(false)}
        >
          {text.cancelText}
        </ConfirmDialog>
      ) : null}
    </Page>
  );
}

/** What the organization is on, and until when. */
function Subscription({ billing }: { readonly billing: GetBillingResponse }) {
  const { billing: text } = useEveryText();
  const { organization } = useSession();
  const { plan, interval, currentPeriodEnd, coupon } = billing;
  const price =
    plan === null || interval === null ? null : interval === 'monthly' ? plan.monthlyPrice : plan.yearlyPrice;
  return (
    <Figures
      figures={[
        { label: text.plan, value: plan?.name ?? text.noPlan },
        {
          label: text.price,
          value: price === null ? '–' : `${moneyText(price, plan!.currency)} ${text.per[interval!]}`,
        },
        { label: text.periodEnd, value: <Day at={currentPeriodEnd} zone={organization.timezone} /> },
        { label: text.couponOf, value: coupon === null ? '–' : `${coupon.code} (${couponText(coupon, text)})` },
      ]}
    />
  );
}
