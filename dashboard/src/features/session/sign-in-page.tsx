import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { LogInWithPasskeyData } from '@tour-events/client';
import { Suspense, useState } from 'react';
import { api } from '../../shared/api';
import { useText } from '../../shared/language';
import { lazyPart } from '../../shared/lazy-part';
import { PasswordField } from '../../shared/password-field';
import { ProblemAlert } from '../../shared/problem-alert';
import { queryClient } from '../../shared/query-client';
import { TextLink } from '../../shared/text-link';
import { useSubmit } from '../../shared/use-submit';
import { Entry } from './entry';
import { announceSessionChange } from './session-channel';

const SecondFactorStep = lazyPart(() => import('./second-factor-step').then((file) => file.SecondFactorStep));

export function SignInPage() {
  const { session } = useText();
  const navigate = useNavigate();
  const { redirect } = useSearch({ from: '/sign-in' });
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  const [needed, setNeeded] = useState<{ challenge: string; methods: readonly string[] } | null>(null);
  const enter = async () => {
    queryClient.clear();
    announceSessionChange();
    await navigate({ to: redirect ?? '/', replace: true });
  };
  const { submit, isPending, error } = useSubmit(form, {
    send: (body) => api.auth.logIn(body),
    onSuccess: (result) => ('secondFactor' in result ? setNeeded(result.secondFactor) : enter()),
  });
  const passkey = useMutation({
    mutationFn: async () => {
      const { askForPasskey } = await import('../../shared/passkey');
      const credential = await askForPasskey(await api.auth.getPasskeyOptions({}));
      if (credential === null) return;
      await api.auth.logInWithPasskey({ credential: credential as LogInWithPasskeyData['body']['credential'] });
      await enter();
    },
  });
  const sso = useMutation({
    mutationFn: async () => {
      const { url } = await api.auth.startSsoSignIn({ email: form.getValues().email.trim() });
      globalThis.location.assign(url);
    },
  });
  const startSso = () => {
    if (form.getValues().email.trim() === '') form.setFieldError('email', session.ssoNeedsEmail);
    else sso.mutate();
  };
  if (needed !== null) {
    return (
      <Entry title={session.signIn}>
        <Suspense>
          <SecondFactorStep {...needed} onSignedIn={enter} onBack={() => setNeeded(null)} />
        </Suspense>
      </Entry>
    );
  }
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
        <PasswordField
          label={session.password}
          autoComplete="current-password"
          required
          mt="sm"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth mt="lg" loading={isPending}>
          {session.signIn}
        </Button>
      </form>
      {passkey.error === null ? null : <ProblemAlert error={passkey.error} />}
      <Button variant="default" fullWidth loading={passkey.isPending} onClick={() => passkey.mutate()}>
        {session.signInWithPasskey}
      </Button>
      {sso.error === null ? null : <ProblemAlert error={sso.error} />}
      <Button variant="default" fullWidth loading={sso.isPending} onClick={startSso}>
        {session.signInWithOrganization}
      </Button>
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
