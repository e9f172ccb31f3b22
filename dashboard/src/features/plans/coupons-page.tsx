import { useQuery } from '@tanstack/react-query';
import type { ListCouponsResponse } from '@tour-events/client';
import { EditableList } from '../../shared/editable-list';
import { Instant } from '../../shared/instant';
import { locale, useEveryText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { listQuery, useListSearch } from '../../shared/list-search';
import { moneyText, numberText } from '../../shared/money';
import type { Column } from '../../shared/record-table';
import { OWN_TIME_ZONE } from '../../shared/time';
import { coupons } from './coupon';

const CouponForm = lazyDialog(() => import('./coupon-form').then((file) => file.CouponForm));

type Row = ListCouponsResponse['data'][number];

/** The coupons that make subscriptions cheaper, and how often each was redeemed. */
export function CouponsPage() {
  const { coupons: text } = useEveryText();
  const query = listQuery(useListSearch().search, { sortBy: ['code', 'createdAt'] });
  return (
    <EditableList
      title={text.title}
      noun="coupons"
      list={useQuery(coupons.list({ limit: 20, ...query }))}
      columns={useColumns()}
      of={coupons}
      Form={CouponForm}
      nameOf={({ code }) => code}
      text={text}
    />
  );
}

/** What a coupon takes off: `20%`, `€5.00`. */
function offText({ percentOff, amountOff, currency }: Row): string {
  if (percentOff === null) return moneyText(amountOff!, currency!);
  return new Intl.NumberFormat(locale(), { style: 'percent' }).format(percentOff / 100);
}

function useColumns(): Column<Row>[] {
  const { coupons: text } = useEveryText();
  return [
    { key: 'code', title: text.fields.code, sortKey: 'code', phone: 'first', render: ({ code }) => code },
    { key: 'off', title: text.fields.off, align: 'right', phone: 'second', isLabelled: true, render: offText },
    {
      key: 'duration',
      title: text.fields.duration,
      phone: 'second',
      render: ({ duration, durationMonths }) =>
        durationMonths === null ? text.durations[duration] : `${text.durations[duration]} (${durationMonths})`,
    },
    {
      key: 'redemptions',
      title: text.fields.redemptions,
      align: 'right',
      phone: 'second',
      isLabelled: true,
      render: ({ redemptions, maxRedemptions }) =>
        maxRedemptions === null
          ? numberText(redemptions)
          : text.redeemedOf(numberText(redemptions), numberText(maxRedemptions)),
    },
    {
      key: 'expiresAt',
      title: text.fields.expiresAt,
      render: ({ expiresAt }) =>
        expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? (
          text.expired
        ) : (
          <Instant at={expiresAt} zone={OWN_TIME_ZONE} />
        ),
    },
  ];
}
