import { Alert, Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api } from '../../shared/api';
import { withReauthentication } from '../../shared/with-reauthentication';
import { useText } from '../../shared/language';
import { PasswordField } from '../../shared/password-field';
import { ProblemAlert } from '../../shared/problem-alert';
import { queryClient } from '../../shared/query-client';
import { useSubmit } from '../../shared/use-submit';
import { sessionQuery, useSession } from '../session';
import { sessionsChanged } from './account-queries';

const EMPTY = { currentPassword: '', newPassword: '' };

interface Props {
  /** Whether nothing else can be done on the screen. */
  readonly isAlone?: boolean;
}

/** A new password ends the other sessions, so their list is read again. */
export function PasswordForm({ isAlone = false }: Props) {
  const { account: text, session } = useText();
  const { user } = useSession();
  const [isChanged, setChanged] = useState(false);
  const form = useForm({ initialValues: EMPTY });
  const { submit, isPending, error } = useSubmit(form, {
    send: (body) => withReauthentication(() => api.auth.changePassword(body)),
    onSuccess: async () => {
      form.setValues(EMPTY);
      setChanged(true);
      await sessionsChanged();
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => submit(values))}>
      <Stack gap="sm" maw={420}>
        {error === null ? null : <ProblemAlert error={error} />}
        {isChanged && !isPending && error === null ? <Alert role="status">{text.changed}</Alert> : null}
        {/* Password managers read here whose password this is. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label={text.currentPassword}
          autoComplete="current-password"
          required
          {...form.getInputProps('currentPassword')}
        />
        <PasswordField
          label={text.newPassword}
          description={session.passwordRule}
          autoComplete="new-password"
          required
          {...form.getInputProps('newPassword')}
        />
        <Group>
          <Button type="submit" variant={isAlone ? 'filled' : 'default'} loading={isPending}>
            {text.changePassword}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
