import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { GetSecondFactorsResponse } from '@tour-events/client';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { OWN_TIME_ZONE } from '../../shared/time';
import { useSubmit } from '../../shared/use-submit';
import { addPasskey, removePasskey } from './factor-queries';

type Passkey = GetSecondFactorsResponse['passkeys'][number];

/** One's own passkeys, and the way to add one. */
export function Passkeys({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const { account: text } = useText();
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const form = useForm({ initialValues: { name: '' } });
  const { submit, isPending, error } = useSubmit(form, {
    send: ({ name }) => addPasskey(name),
    onSuccess: () => form.reset(),
  });
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={500}>
          {text.passkeys}
        </Text>
        <Text size="sm" c="dimmed">
          {text.passkeysText}
        </Text>
      </div>
      {passkeys.map((passkey) => (
        <Group key={passkey.id} justify="space-between" gap="sm" wrap="nowrap">
          <div className="breaks-words">
            <Text size="sm">{passkey.name}</Text>
            <Text size="sm" c="dimmed">
              {text.lastUsed}:{' '}
              {passkey.lastUsedAt === null ? text.neverUsed : <Instant at={passkey.lastUsedAt} zone={OWN_TIME_ZONE} />}
            </Text>
          </div>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${text.remove}: ${passkey.name}`}
            onClick={() => setRemoving(passkey)}
          >
            {text.remove}
          </Button>
        </Group>
      ))}
      {error === null ? null : <ProblemAlert error={error} />}
      <form noValidate onSubmit={form.onSubmit((values) => submit(values))}>
        <Group align="flex-end" gap="sm">
          <TextInput
            label={text.passkeyName}
            placeholder={text.passkeyExample}
            maxLength={100}
            required
            {...form.getInputProps('name')}
          />
          <Button type="submit" variant="default" loading={isPending} disabled={form.values.name.trim() === ''}>
            {text.addPasskey}
          </Button>
        </Group>
      </form>
      {removing === null ? null : (
        <ConfirmDialog
          title={text.removePasskey(removing.name)}
          action={text.remove}
          isFinal
          run={() => removePasskey(removing.id)}
          onDone={() => setRemoving(null)}
          onCancel={() => setRemoving(null)}
        >
          {text.removePasskeyText}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
