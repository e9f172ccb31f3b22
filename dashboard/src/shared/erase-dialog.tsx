import { Alert, Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@tour-events/client';
import { useState } from 'react';
import { useText } from './language';
import { Modal } from './modal';
import { ProblemAlert } from './problem-alert';

interface Props {
  readonly title: string;
  /** What erasing does, a sentence each. */
  readonly effects: readonly string[];
  readonly action: string;
  /** The code of the error that force overcomes, if there is one, what it means, and what the reader agrees to. */
  readonly inUse?: { readonly code: string; readonly text: string; readonly agree: string };
  readonly run: (force: boolean) => Promise<unknown>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Asks before a person is erased, and asks again, in place, where that takes something away that is still in use. */
export function EraseDialog({ title, effects, action, inUse, run, onDone, onCancel }: Props) {
  const { common } = useText();
  const [agrees, setAgrees] = useState(false);
  const [isInUse, setInUse] = useState(false);
  const erasing = useMutation({
    mutationFn: () => run(agrees),
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiError && error.code === inUse?.code) setInUse(true);
    },
  });
  const isKnown = erasing.error instanceof ApiError && erasing.error.code === inUse?.code;
  return (
    <Modal opened onClose={onCancel} title={title} closeButtonProps={{ 'aria-label': common.close }}>
      <Stack>
        <List size="sm" spacing={4} className="prose">
          {effects.map((effect) => (
            <List.Item key={effect}>{effect}</List.Item>
          ))}
        </List>
        <Text size="sm" fw={600}>
          {common.noWayBack}
        </Text>
        {erasing.error === null || isKnown ? null : <ProblemAlert error={erasing.error} />}
        {isInUse && inUse !== undefined ? (
          <Alert color="red" role="alert">
            <Stack gap="xs">
              <Text size="sm">{inUse.text}</Text>
              <Checkbox
                label={inUse.agree}
                checked={agrees}
                onChange={({ currentTarget }) => setAgrees(currentTarget.checked)}
              />
            </Stack>
          </Alert>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          {/* Paler reds have too little contrast with the white text. */}
          <Button
            color="red.9"
            loading={erasing.isPending}
            disabled={isInUse && !agrees}
            onClick={() => erasing.mutate()}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
