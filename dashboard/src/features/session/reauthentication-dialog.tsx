import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReauthenticateData } from '@tour-events/client';
import { useState } from 'react';
import { api } from '../../shared/api';
import { useText } from '../../shared/language';
import { Modal } from '../../shared/modal';
import { askForPasskey } from '../../shared/passkey';
import { PasswordField } from '../../shared/password-field';
import { ProblemAlert } from '../../shared/problem-alert';
import { queryClient } from '../../shared/query-client';
import { useSubmit } from '../../shared/use-submit';
import { factorsQuery } from './factors-query';
import { sessionQuery, useSession } from './session-queries';

type Answer = NonNullable<ReauthenticateData['body']>;

/** Asks who the reader is, in place. */
export function ReauthenticationDialog({ onClose }: { readonly onClose: (isFresh: boolean) => void }) {
  const { session: text, common } = useText();
  const { user } = useSession();
  // Only what the account has is offered. Whoever has nothing else types the password, without waiting for this.
  const { data: factors } = useQuery(factorsQuery);
  const hasCodes = factors !== undefined && factors.totp !== null;
  const hasPasskey = factors !== undefined && factors.passkeys.length > 0;
  const [usesCode, setUsesCode] = useState(false);
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '', code: '' } });
  const send = async (body: Answer) => {
    await api.auth.reauthenticate(body);
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const { submit, isPending, error } = useSubmit(form, {
    send: ({ password, code }) => send(usesCode ? { code } : { password }),
    onSuccess: () => onClose(true),
  });
  const passkey = useMutation({
    mutationFn: async () => {
      const credential = await askForPasskey(await api.auth.getPasskeyOptions({}));
      if (credential === null) return;
      await send({ passkey: credential as Answer['passkey'] });
      onClose(true);
    },
  });
  return (
    <Modal
      opened
      onClose={() => onClose(false)}
      title={text.whoAreYou}
      zIndex={400}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          // The dialog may stand inside another form, whose submission is still waiting for it.
          event.stopPropagation();
          form.onSubmit((values) => submit(values))(event);
        }}
      >
        <Stack gap="sm">
          <Text size="sm">{text.whoAreYouText}</Text>
          {error === null ? null : <ProblemAlert error={error} />}
          {passkey.error === null ? null : <ProblemAlert error={passkey.error} />}
          {/* Password managers read here whose password this is. */}
          <input type="text" autoComplete="username" value={user.email} readOnly hidden />
          {usesCode ? (
            <TextInput
              label={text.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              key={form.key('code')}
              {...form.getInputProps('code')}
            />
          ) : (
            <PasswordField
              label={text.password}
              autoComplete="current-password"
              required
              data-autofocus
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
          )}
          {hasCodes || hasPasskey ? (
            <Group gap="xs" ml={-8}>
              {hasCodes ? (
                <Button variant="subtle" size="compact-sm" onClick={() => setUsesCode(!usesCode)}>
                  {usesCode ? text.usePassword : text.useCode}
                </Button>
              ) : null}
              {hasPasskey ? (
                <Button variant="subtle" size="compact-sm" loading={passkey.isPending} onClick={() => passkey.mutate()}>
                  {text.usePasskey}
                </Button>
              ) : null}
            </Group>
          ) : null}
          <Group justify="flex-end">
            <Button type="submit" loading={isPending}>
              {text.goOn}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
