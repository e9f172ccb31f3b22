import { Skeleton, Text } from '@mantine/core';
import type { ChannelAudience } from '@tour-events/client';
import { useText } from '../../shared/language';

/** Whom a message would reach and whom not, before it is sent. */
export function AudienceCount({ audience }: { readonly audience: ChannelAudience | undefined }) {
  const { messages: text } = useText();
  if (audience === undefined) return <Skeleton h={20} data-loading />;
  const { channel, reachable, noAddress, unsubscribed } = audience;
  return (
    <Text size="sm" role="status">
      <Text span fw={600} inherit>
        {reachable === 0 ? text.countedNone : text.counted(reachable)}
      </Text>
      {noAddress === 0 ? null : ` ${text.noAddress[channel](noAddress)}`}
      {unsubscribed === 0 ? null : ` ${text.unsubscribed(unsubscribed)}`}
    </Text>
  );
}
