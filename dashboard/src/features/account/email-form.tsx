import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api } from '../../shared/api';
import { withReauthentication } from '../../shared/with-reauthentication';
import { useText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { useSubmit } from '../../shared/use-submit';

/** Another address is one's own once its mailbox has confirmed it, so nothing here changes at once. */
export function EmailForm() {
  const { account: text } = useText();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({ initialValues: { email: '' } });
  const { submit, isPending, error } = useSubmit(form, {
    send: async ({ email }) => {
      await withReauthentication(() => api.auth.changeEmail({ email }));
      return email;
    },
    onSuccess: (email) => {
      form.reset();
      setSentTo(email);
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => submit(values))}>
      <Stack gap="sm" maw={420}>
        <Text size="sm">{text.changeEmailText}</Text>
        {error === null ? null : <ProblemAlert error={error} />}
        {sentTo !== null && !isPending && error === null ? (
          <Alert role="status" className="breaks-words">
            {text.newEmailSent(sentTo)}
          </Alert>
        ) : null}
        <TextInput label={text.newEmail} type="email" autoComplete="email" required {...form.getInputProps('email')} />
        <Group>
          <Button type="submit" variant="default" loading={isPending}>
            {text.changeEmail}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
