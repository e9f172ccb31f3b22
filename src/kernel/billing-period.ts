import { enumeration } from './enumeration';
import { Temporal } from 'temporal-polyfill';

export const BILLING_INTERVALS = enumeration('BillingInterval', ['monthly', 'yearly']);
export type BillingInterval = (typeof BILLING_INTERVALS)[number];

const MONTHS: Readonly<Record<BillingInterval, number>> = { monthly: 1, yearly: 12 };

/** How many months of the calendar a period lasts. */
export function monthsOf(interval: BillingInterval): number {
  return MONTHS[interval];
}

/**
 * What the clocks of a zone show at the start of a subscription, as ISO 8601 without an offset. All its periods begin
 * at this time of day, on this day of the month, or on the month's last where the month is too short for it.
 *
 * @throws RangeError for an unknown zone or an invalid date
 */
export function billingAnchor(start: Date, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO(zone).toPlainDateTime();
  return local.toString({ fractionalSecondDigits: 3 });
}

/**
 * When a period ends, which is when the next one begins. It is counted from the anchor and not from the period before,
 * so that what begins on the 31st is back on the 31st after a February. Where clocks skip the time of day it is the
 * same time after the gap; where they show it twice, the first of the two.
 *
 * @param anchor what {@link billingAnchor} gave
 * @param number the period's, counted from 0
 * @param zone the organization's present zone; when it has changed, the next period is a little shorter or longer, and
 *   none overlap
 * @throws RangeError for an unknown zone or an invalid anchor
 */
export function billingPeriodEnd(anchor: string, interval: BillingInterval, number: number, zone: string): Date {
  const end = Temporal.PlainDateTime.from(anchor).add({ months: (number + 1) * MONTHS[interval] });
  return new Date(end.toZonedDateTime(zone).epochMilliseconds);
}
