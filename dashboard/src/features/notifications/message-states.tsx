import { Stack, Text } from '@mantine/core';
import type { NotificationStatus, RecipientStatus } from '@tour-events/client';
import { useText } from '../../shared/language';
import { ShareBar } from '../../shared/share-bar';
import { Status, type Tone } from '../../shared/status';
import type { Message } from './notifications-queries';

const TONES: Readonly<Record<NotificationStatus, Tone>> = {
  scheduled: 'neutral',
  queued: 'neutral',
  sending: 'waiting',
  sent: 'good',
  partly_failed: 'waiting',
  failed: 'bad',
};
const RECIPIENT_TONES: Readonly<Record<RecipientStatus, Tone>> = {
  queued: 'neutral',
  sending: 'waiting',
  sent: 'good',
  failed: 'bad',
  skipped: 'neutral',
};

export const MESSAGE_STATUSES = Object.keys(TONES) as NotificationStatus[];

/** Of more than one in so many who were not reached, it is said before the figures are. */
const FEW = 10;

/** The state of a message. That a few have no address is no news: the figures beside it say how many. */
export function MessageState({ message: { status, failed, total } }: { readonly message: Message }) {
  const { messages } = useText();
  const shown = status === 'partly_failed' && failed * FEW <= total ? 'sent' : status;
  return <Status tone={TONES[shown]}>{messages.statuses[shown]}</Status>;
}

export function RecipientState({ status }: { readonly status: RecipientStatus }) {
  const { messages } = useText();
  return <Status tone={RECIPIENT_TONES[status]}>{messages.recipientStatuses[status]}</Status>;
}

/** How many have got a message, in words; as a bar, too, until all have. */
export function MessageProgress({ message: { sent, failed, total } }: { readonly message: Message }) {
  const { messages } = useText();
  // Whom it goes to is decided when it goes out.
  if (total === 0) return null;
  return (
    <Stack gap={0} miw={110}>
      <Text size="sm" className="figures">
        {messages.progressText(sent, failed, total)}
      </Text>
      {sent === total ? null : (
        <ShareBar
          shares={[
            { value: sent, tone: 'good' },
            { value: failed, tone: 'bad' },
          ]}
          rest={total - sent - failed}
        />
      )}
    </Stack>
  );
}
