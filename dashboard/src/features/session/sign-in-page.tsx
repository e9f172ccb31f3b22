import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { te } from '../../shared/api';
import { useText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { queryClient } from '../../shared/query-client';
import { TextLink } from '../../shared/text-link';
import { useSubmit } from '../../shared/use-submit';
import { Entry } from './entry';
import { announceSessionChange } from './session-channel';

export function SignInPage() {
  const { session } = useText();
  const navigate = useNavigate();
  const { redirect } = useSearch({ from: '/sign-in' });
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  const { submit, isPending, error } = useSubmit(form, {
    send: (body) => te.auth.logIn(body),
    onSuccess: async () => {
      queryClient.clear();
      announceSessionChange();
      await navigate({ to: redirect ?? '/', replace: true });
    },
  });
  return (
    <Entry title={session.signIn}>
      <form noValidate onSubmit={form.onSubmit((values) => submit(values))}>
        {error === null ? null : <ProblemAlert error={error} />}
        <TextInput
          label={session.email}
          type="email"
          autoComplete="username"
          required
          mt="sm"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={session.password}
          autoComplete="current-password"
          required
          mt="sm"
          visibilityToggleButtonProps={{ 'aria-label': session.showPassword }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth mt="lg" loading={isPending}>
          {session.signIn}
        </Button>
      </form>
      <Group justify="space-between" gap="xs">
        <TextLink to="/register" size="sm">
          {session.createAnOrganization}
        </TextLink>
        <TextLink to="/forgot-password" size="sm">
          {session.forgotPassword}
        </TextLink>
      </Group>
    </Entry>
  );
}
