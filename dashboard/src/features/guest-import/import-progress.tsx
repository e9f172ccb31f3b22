import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useEveryText } from '../../shared/language';

const TICK_MS = 100;
/** The import writes what the check only rehearsed, and is recorded. */
const LONGER_THAN_CHECK = 1.5;

interface Props {
  readonly label: string;
  /** How much is done, from 0 to 1; null while only the time tells. */
  readonly part: number | null;
  /** How long the check of the same rows took. */
  readonly expectedMs: number;
  /** Null when it can't be stopped any more. */
  readonly onCancel: (() => void) | null;
}

/** How far the import is: all rows come into effect at once, so until then by the time that the check took. */
export function ImportProgress({ label, part, expectedMs, onCancel }: Props) {
  const { guestImport: text, common } = useEveryText();
  const [elapsedMs, setElapsedMs] = useState(0);
  const clock = useInterval(() => setElapsedMs((before) => before + TICK_MS), TICK_MS);
  useEffect(() => {
    clock.start();
    return clock.stop;
  }, []); // eslint-disable-line react-hooks/exhaustive-deps -- `clock` is new on every render
  const byTime = Math.min(0.95, elapsedMs / Math.max(500, expectedMs * LONGER_THAN_CHECK));
  return (
    <Stack gap="xs">
      <Text size="sm">{label}</Text>
      <Progress value={(part ?? byTime) * 100} animated aria-label={label} />
      {onCancel === null ? null : (
        <Group gap="sm">
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          <Text size="sm" c="dimmed">
            {text.cancelHelp}
          </Text>
        </Group>
      )}
    </Stack>
  );
}
