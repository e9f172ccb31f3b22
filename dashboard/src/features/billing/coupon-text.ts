import type { GetBillingResponse } from '@tour-events/client';
import type { Dictionary } from '../../locales/en';
import { locale } from '../../shared/language';
import { moneyText } from '../../shared/money';

type Coupon = NonNullable<GetBillingResponse['coupon']>;

/** What a coupon takes off: `20% off`, `€5.00 off`. */
export function couponText({ percentOff, amountOff, currency }: Coupon, text: Dictionary['billing']): string {
  if (percentOff === null) return text.offAmount(moneyText(amountOff!, currency!));
  const percent = new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 2 });
  return text.offPercent(percent.format(percentOff / 100));
}
