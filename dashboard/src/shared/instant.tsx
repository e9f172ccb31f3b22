import { Text } from '@mantine/core';
import { instantText, instantWithZone, OWN_TIME_ZONE } from './time';

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
