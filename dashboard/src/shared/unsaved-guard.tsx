import { Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useText } from './language';
import { Modal } from './modal';

interface Props {
  readonly isDirty: () => boolean;
  /** Whether the form stays while filters, tabs or drawers change in the address. */
  readonly isWholePage?: boolean;
}

/**
 * Asks before somebody leaves what is not saved: for another screen, for good, or by going back to the address without the
 * form.
 */
export function UnsavedGuard({ isDirty, isWholePage = false }: Props) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty() && (!isWholePage || current.pathname !== next.pathname),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return status === 'blocked' ? <LeaveDialog onLeave={proceed} onStay={reset} /> : null;
}

interface LeaveProps {
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/**
 * Asks whether to leave what is not saved. To be there only while it asks: the Escape that opens it would close it, too.
 */
export function LeaveDialog({ onLeave, onStay }: LeaveProps) {
  const { drafts } = useText();
  return (
    <Modal opened onClose={onStay} title={drafts.leaveTitle} withCloseButton={false}>
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
