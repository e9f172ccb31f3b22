import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from './language';
import { Modal } from './modal';
import { ProblemAlert } from './problem-alert';

interface Props {
  readonly title: string;
  /** A sentence that says what goes with it. */
  readonly children: ReactNode;
  readonly action: string;
  readonly run: () => Promise<unknown>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Asks before something is destroyed, and stays open with the reason when that fails. */
export function ConfirmDialog({ title, children, action, run, onDone, onCancel }: Props) {
  const { common } = useText();
  const mutation = useMutation({ mutationFn: run, onSuccess: onDone });
  return (
    <Modal opened onClose={onCancel} title={title} closeButtonProps={{ 'aria-label': common.close }}>
      <Stack>
        <Text size="sm">{children}</Text>
        {mutation.error === null ? null : <ProblemAlert error={mutation.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          {/* Paler reds have too little contrast with the white text. */}
          <Button color="red.9" loading={mutation.isPending} onClick={() => mutation.mutate()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
