import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { useText } from '../../shared/language';
import { useMessageTitle } from '../../shared/message-title';
import { instantWithZone } from '../../shared/time';
import { useMay } from '../session';
import { cancelMessage, type Message } from './notifications-queries';

interface Props {
  readonly message: Message;
  readonly onDone?: () => void;
}

/** Takes back a message that is sent later. Nothing for others. */
export function CancelMessage({ message, onDone }: Props) {
  const { messages: text } = useText();
  const maySend = useMay('notifications.send');
  const titleOf = useMessageTitle();
  const [isAsking, setAsking] = useState(false);
  if (message.status !== 'scheduled' || !maySend) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {text.cancel}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={text.cancelTitle(titleOf(message))}
          action={text.cancelAction}
          run={() => cancelMessage(message.id)}
          onDone={() => {
            setAsking(false);
            onDone?.();
          }}
          onCancel={() => setAsking(false)}
        >
          {text.cancelText}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** When a message goes out that is sent later, or why one did not. */
export function ScheduleNote({ message, zone, onDone }: Props & { readonly zone: string }) {
  const { messages: text } = useText();
  const { status, sendAt, failureReason } = message;
  if (failureReason !== null) return <Text size="sm">{text.failureReasons[failureReason]}</Text>;
  if (status !== 'scheduled' || sendAt === null) return null;
  return (
    <Group gap="sm">
      <Text size="sm">{text.goesOut(instantWithZone(sendAt, zone))}</Text>
      <CancelMessage message={message} {...(onDone && { onDone })} />
    </Group>
  );
}
