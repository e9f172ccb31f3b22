import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { announceSessionChange, useSession } from '../features/session';
import { te } from '../shared/api';
import { useText } from '../shared/language';

/** Over every screen while an operator acts as somebody else: whose eyes these are, and the way back. */
export function ActingAs() {
  const { user, impersonator } = useSession();
  const { shell } = useText();
  const stop = useMutation({
    mutationFn: () => te.impersonation.end(),
    onSettled: () => {
      announceSessionChange();
      location.assign('/');
    },
  });
  if (impersonator === null) return null;
  return (
    <section className="acting-as no-print" aria-label={shell.actingAs}>
      <Group justify="space-between" px="md" py="xs" mb="md">
        <Text size="sm">{shell.actingAsText(user.name, impersonator.name)}</Text>
        <Button size="xs" variant="white" color="dark" loading={stop.isPending} onClick={() => stop.mutate()}>
          {shell.stop}
        </Button>
      </Group>
    </section>
  );
}
