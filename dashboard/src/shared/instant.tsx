import { Text } from '@mantine/core';
import { dateIn, dateText, instantText, instantWithZone, OWN_TIME_ZONE } from './time';

interface Props {
  readonly at: string | null;
  readonly zone: string;
  /** With the weekday. */
  readonly long?: boolean;
}

/** A moment by the clocks of its place; on hover by the reader's own. */
export function Instant({ at, zone, long = false }: Props) {
  if (at === null) return <Text span>–</Text>;
  return (
    <time dateTime={at} title={instantWithZone(at, OWN_TIME_ZONE)}>
      {long ? instantWithZone(at, zone) : instantText(at, zone)}
    </time>
  );
}

/** The day of a moment by the calendar of its place, where its time is of no interest; on hover with it. */
export function Day({ at, zone }: Omit<Props, 'long'>) {
  if (at === null) return <Text span>–</Text>;
  return (
    <time dateTime={at} title={instantText(at, zone)}>
      {dateText(dateIn(at, zone))}
    </time>
  );
}
