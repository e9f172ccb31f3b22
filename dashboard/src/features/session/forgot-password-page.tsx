import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api } from '../../shared/api';
import { useText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { TextLink } from '../../shared/text-link';
import { useSubmit } from '../../shared/use-submit';
import { Entry } from './entry';

export function ForgotPasswordPage() {
  const { session } = useText();
  const [isSent, setSent] = useState(false);
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' } });
  const { submit, isPending, error } = useSubmit(form, {
    send: (body) => api.auth.requestPasswordReset(body),
    onSuccess: () => setSent(true),
  });
  return (
    <Entry title={session.forgotTitle}>
      {isSent ? (
        <Alert role="status">{session.forgotSent}</Alert>
      ) : (
        <form noValidate onSubmit={form.onSubmit((values) => submit(values))}>
          <Stack gap="sm">
            {error === null ? null : <ProblemAlert error={error} />}
            <TextInput
              label={session.email}
              type="email"
              autoComplete="username"
              required
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            <Button type="submit" loading={isPending}>
              {session.sendLink}
            </Button>
          </Stack>
        </form>
      )}
      <TextLink to="/sign-in" size="sm">
        {session.backToSignIn}
      </TextLink>
    </Entry>
  );
}
