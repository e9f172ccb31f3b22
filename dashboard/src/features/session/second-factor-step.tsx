import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { LogInWithFactorData } from '@tour-events/client';
import { useState } from 'react';
import { api } from '../../shared/api';
import { useText } from '../../shared/language';
import { askForPasskey } from '../../shared/passkey';
import { PasswordField } from '../../shared/password-field';
import { ProblemAlert } from '../../shared/problem-alert';
import { useSubmit } from '../../shared/use-submit';
import { useMutation } from '@tanstack/react-query';

type Factor = Omit<LogInWithFactorData['body'], 'challenge'>;

/** What can be typed, the first choice first, with the API's field for it. */
const TYPED = [
  { method: 'password', field: 'password' },
  { method: 'totp', field: 'code' },
  { method: 'recoveryCode', field: 'recoveryCode' },
] as const;

interface Props {
  readonly challenge: string;
  readonly methods: readonly string[];
  readonly onSignedIn: () => Promise<void>;
  /** Back to the password: the challenge is over. */
  readonly onBack: () => void;
}

/** What else is asked: a code of the app, one on paper, a passkey, or the account's own password. */
export function SecondFactorStep({ challenge, methods, onSignedIn, onBack }: Props) {
  const { session: text } = useText();
  const choices = TYPED.filter(({ method }) => methods.includes(method));
  const [field, setField] = useState<(typeof TYPED)[number]['field']>(choices[0]?.field ?? 'recoveryCode');
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '', code: '', recoveryCode: '' } });
  const logIn = (factor: Factor) => api.auth.logInWithFactor({ challenge, ...factor });
  const { submit, isPending, error } = useSubmit(form, {
    send: (values) => logIn({ [field]: values[field] }),
    onSuccess: onSignedIn,
  });
  const passkey = useMutation({
    mutationFn: async () => {
      const credential = await askForPasskey(await api.auth.getPasskeyOptions({ challenge }));
      if (credential === null) return;
      await logIn({ passkey: credential as Factor['passkey'] });
      await onSignedIn();
    },
  });
  const labels = {
    password: { label: text.password, use: text.usePassword },
    code: { label: text.code, use: text.useCode, description: text.codeText },
    recoveryCode: { label: text.recoveryCode, use: text.useRecoveryCode, description: text.recoveryCodeText },
  };
  return (
    <Stack gap="sm">
      {error === null ? null : <ProblemAlert error={error} />}
      {passkey.error === null ? null : <ProblemAlert error={passkey.error} />}
      {methods.length === 0 ? <Text size="sm">{text.noMethods}</Text> : null}
      {choices.length > 0 ? (
        <form noValidate onSubmit={form.onSubmit((values) => submit(values))}>
          {field === 'password' ? (
            <PasswordField
              label={labels.password.label}
              autoComplete="current-password"
              required
              autoFocus
              key={form.key(field)}
              {...form.getInputProps(field)}
            />
          ) : (
            <TextInput
              label={labels[field].label}
              description={labels[field].description}
              inputMode={field === 'code' ? 'numeric' : 'text'}
              autoComplete="one-time-code"
              required
              data-autofocus
              autoFocus
              key={form.key(field)}
              {...form.getInputProps(field)}
            />
          )}
          <Button type="submit" fullWidth mt="lg" loading={isPending}>
            {text.signIn}
          </Button>
        </form>
      ) : null}
      {methods.includes('passkey') ? (
        <Button variant="default" loading={passkey.isPending} onClick={() => passkey.mutate()}>
          {text.usePasskey}
        </Button>
      ) : null}
      {choices
        .filter((choice) => choice.field !== field)
        .map((choice) => (
          <Button key={choice.field} variant="subtle" onClick={() => setField(choice.field)}>
            {labels[choice.field].use}
          </Button>
        ))}
      <Button variant="subtle" onClick={onBack}>
        {text.backToSignIn}
      </Button>
    </Stack>
  );
}
