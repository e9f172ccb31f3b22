import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { LogInWithFactorData } from '@tour-events/client';
import { useState } from 'react';
import { te } from '../../shared/api';
import { useText } from '../../shared/language';
import { askForPasskey } from '../../shared/passkey';
import { ProblemAlert } from '../../shared/problem-alert';
import { useSubmit } from '../../shared/use-submit';
import { useMutation } from '@tanstack/react-query';

type Factor = Omit<LogInWithFactorData['body'], 'challenge'>;

interface Props {
  readonly challenge: string;
  readonly methods: readonly string[];
  readonly onSignedIn: () => Promise<void>;
  /** Back to the password: the challenge is over. */
  readonly onBack: () => void;
}

/** What is asked besides the password: a code of the app, one on paper, or a passkey. */
export function SecondFactorStep({ challenge, methods, onSignedIn, onBack }: Props) {
  const { session: text } = useText();
  const [isRecovery, setRecovery] = useState(!methods.includes('totp'));
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '', recoveryCode: '' } });
  const logIn = (factor: Factor) => te.auth.logInWithFactor({ challenge, ...factor });
  const { submit, isPending, error } = useSubmit(form, {
    send: ({ code, recoveryCode }) => logIn(isRecovery ? { recoveryCode } : { code }),
    onSuccess: onSignedIn,
  });
  const passkey = useMutation({
    mutationFn: async () => {
      const credential = await askForPasskey(await te.auth.getPasskeyOptions({ challenge }));
      if (credential === null) return;
      await logIn({ passkey: credential as Factor['passkey'] });
      await onSignedIn();
    },
  });
  const field = isRecovery ? 'recoveryCode' : 'code';
  const hasCodes = methods.includes('totp') || methods.includes('recoveryCode');
  return (
    <Stack gap="sm">
      {error === null ? null : <ProblemAlert error={error} />}
      {passkey.error === null ? null : <ProblemAlert error={passkey.error} />}
      {hasCodes ? (
        <form noValidate onSubmit={form.onSubmit((values) => submit(values))}>
          <TextInput
            label={isRecovery ? text.recoveryCode : text.code}
            description={isRecovery ? text.recoveryCodeText : text.codeText}
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            required
            data-autofocus
            autoFocus
            key={form.key(field)}
            {...form.getInputProps(field)}
          />
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
      {methods.includes('totp') && methods.includes('recoveryCode') ? (
        <Button variant="subtle" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? text.useCode : text.useRecoveryCode}
        </Button>
      ) : null}
      <Button variant="subtle" onClick={onBack}>
        {text.backToSignIn}
      </Button>
    </Stack>
  );
}
