import { locale } from '../../shared/language';

const BYTE_UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** An amount of data in the unit that makes it short: `52 MB`. */
export function bytesText(bytes: number): string {
  const step = Math.min(BYTE_UNITS.length, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const format = { style: 'unit', unit: BYTE_UNITS[step - 1]!, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale(), format).format(bytes / 1000 ** step);
}

/** A time span in the largest unit that it fills: `3 min`. */
export function secondsText(seconds: number): string {
  const [unit, length] =
    seconds >= 86_400
      ? (['day', 86_400] as const)
      : seconds >= 3_600
        ? (['hour', 3_600] as const)
        : seconds >= 60
          ? (['minute', 60] as const)
          : (['second', 1] as const);
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: seconds < 60 ? 2 : 0 } as const;
  return new Intl.NumberFormat(locale(), format).format(seconds / length);
}
