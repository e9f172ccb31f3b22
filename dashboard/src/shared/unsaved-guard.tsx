import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useText } from './language';

/** Asks before somebody leaves what is not saved, for another screen or for good. */
export function UnsavedGuard({ isDirty }: { readonly isDirty: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty() && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return <LeaveDialog opened={status === 'blocked'} onLeave={() => proceed?.()} onStay={() => reset?.()} />;
}

interface LeaveProps {
  readonly opened: boolean;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks whether to leave what is not saved. */
export function LeaveDialog({ opened, onLeave, onStay }: LeaveProps) {
  const { drafts } = useText();
  return (
    <Modal opened={opened} onClose={onStay} title={drafts.leaveTitle} withCloseButton={false}>
      <Text size="sm">{drafts.leaveText}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onLeave}>
          {drafts.leave}
        </Button>
        <Button onClick={onStay}>{drafts.stay}</Button>
      </Group>
    </Modal>
  );
}
