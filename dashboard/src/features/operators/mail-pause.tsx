import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Instant } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { OWN_TIME_ZONE } from '../../shared/time';
import { endMailPause } from './operators-queries';

/** Says that the e-mail of an organization is paused, and ends that. */
export function MailPause({ id, since }: { readonly id: string; readonly since: string }) {
  const {
    operators: { organizations: text },
  } = useEveryText();
  const { mutate, isPending, error } = useMutation({ mutationFn: () => endMailPause(id) });
  return (
    <Alert color="yellow" title={text.mailPaused}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {text.mailPausedSince} <Instant at={since} zone={OWN_TIME_ZONE} />
        </Text>
        <Button variant="default" size="xs" loading={isPending} onClick={() => mutate()}>
          {text.endMailPause}
        </Button>
      </Group>
      {error === null ? null : <ProblemAlert error={error} />}
    </Alert>
  );
}
