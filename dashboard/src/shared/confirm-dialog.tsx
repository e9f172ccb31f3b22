import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useText } from './language';
import { Modal } from './modal';
import { ProblemAlert } from './problem-alert';

interface Props {
  readonly title: string;
  /** A sentence that says what goes with it. */
  readonly children: ReactNode;
  readonly action: string;
  /** Whether what it asks about can be undone. */
  readonly isHarmless?: boolean;
  /** What is typed first, where very much goes: its name. */
  readonly typedName?: string;
  /** Whether nobody can bring it back, which is said. */
  readonly isFinal?: boolean;
  readonly run: () => Promise<unknown>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Asks before something is destroyed, and stays open with the reason when that fails. */
export function ConfirmDialog(props: Props) {
  const { title, children, action, isHarmless = false, typedName, isFinal = false, run, onDone, onCancel } = props;
  const { common } = useText();
  const [typed, setTyped] = useState('');
  const mutation = useMutation({ mutationFn: run, onSuccess: onDone });
  return (
    <Modal opened onClose={onCancel} title={title} closeButtonProps={{ 'aria-label': common.close }}>
      <Stack>
        <Text size="sm">{children}</Text>
        {isFinal ? (
          <Text size="sm" fw={600}>
            {common.noWayBack}
          </Text>
        ) : null}
        {typedName === undefined ? null : (
          <TextInput
            label={common.typeName(typedName)}
            autoComplete="off"
            data-autofocus
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
        {mutation.error === null ? null : <ProblemAlert error={mutation.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          {/* Paler reds have too little contrast with the white text. */}
          <Button
            {...(!isHarmless && { color: 'red.9' })}
            disabled={typedName !== undefined && typed.trim() !== typedName.trim()}
            loading={mutation.isPending}
            onClick={() => mutation.mutate()}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
