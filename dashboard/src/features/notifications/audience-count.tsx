import { Skeleton, Text } from '@mantine/core';
import type { ChannelAudience } from '@tour-events/client';
import { useText } from '../../shared/language';
import { TextLink } from '../../shared/text-link';
import { useSession } from '../session';

interface Props {
  readonly audience: ChannelAudience | undefined;
  /** Whether the message differs from guest to guest. */
  readonly isPersonal: boolean;
}

/** How many get a message. */
export function reachableBy({ reachable, reachableGuests }: ChannelAudience, isPersonal: boolean): number {
  return isPersonal ? reachableGuests : reachable;
}

/** Whom a message would reach and whom not, before it is sent. */
export function AudienceCount({ audience, isPersonal }: Props) {
  const { messages: text } = useText();
  const { user } = useSession();
  if (audience === undefined) return <Skeleton h={20} data-loading />;
  const { channel, noAddress, unsubscribed } = audience;
  const reachable = reachableBy(audience, isPersonal);
  const skipped = audience.reachableGuests - reachable;
  return (
    <Text size="sm" role="status">
      <Text span fw={600} inherit>
        {reachable === 0 ? text.countedNone : text.counted(reachable)}
      </Text>
      {noAddress === 0 ? null : ` ${text.noAddress[channel](noAddress)}`}
      {unsubscribed === 0 ? null : ` ${text.unsubscribed(unsubscribed)}`}
      {skipped === 0 ? null : ` ${text.skipped(skipped)}`}
      {channel !== 'email' || user.emailConfirmedAt !== null ? null : (
        <>
          {` ${text.unconfirmed} `}
          <TextLink to="/account" underline="always">
            {text.unconfirmedLink}
          </TextLink>
        </>
      )}
    </Text>
  );
}
