import { Progress, Stack, Text } from '@mantine/core';
import type { NotificationStatus, RecipientStatus } from '@tour-events/client';
import { useText } from '../../shared/language';
import { percentOf } from '../../shared/money';
import { Status, type Tone } from '../../shared/status';
import type { Variable } from './message-variables';
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

export function MessageState({ status }: { readonly status: NotificationStatus }) {
  const { messages } = useText();
  return <Status tone={TONES[status]}>{messages.statuses[status]}</Status>;
}

export function RecipientState({ status }: { readonly status: RecipientStatus }) {
  const { messages } = useText();
  return <Status tone={RECIPIENT_TONES[status]}>{messages.recipientStatuses[status]}</Status>;
}

/** How many have got a message, as a bar with the same in words. */
export function MessageProgress({ message: { sent, failed, total } }: { readonly message: Message }) {
  const { messages } = useText();
  const words = messages.progressText(sent, failed, total);
  const share = (part: number) => percentOf(String(part), String(total));
  return (
    <Stack gap={2} miw={110}>
      <Text size="xs" className="figures">
        {words}
      </Text>
      <Progress.Root size="xs" aria-hidden>
        <Progress.Section value={share(sent)} color="green" />
        <Progress.Section value={share(failed)} color="red" />
      </Progress.Root>
    </Stack>
  );
}

/** What a message is called in lists: its subject as it was sent, or the template that it is made from. */
export function useMessageTitle(): (message: Pick<Message, 'sentSubject' | 'template'>) => string {
  const { messages } = useText();
  const named = (variable: string) => messages.variables[variable as Variable];
  return ({ sentSubject, template }) =>
    // What differs from guest to guest is shown by its name.
    sentSubject?.replace(/\{\{([^{}]*)\}\}/g, (_match, variable: string) => `(${named(variable)})`) ??
    messages.template(template ?? '');
}
