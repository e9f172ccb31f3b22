import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api';
import { useText } from '../../shared/language';
import { typedPhone } from '../../shared/phone';
import { ProblemAlert } from '../../shared/problem-alert';
import { queryClient } from '../../shared/query-client';
import { Status } from '../../shared/status';
import { useSubmit } from '../../shared/use-submit';
import { sessionQuery, useSession } from '../session';

/** Name and phone, and whether the e-mail address is confirmed. */
export function ProfileForm() {
  const { account: text, common } = useText();
  const { user, organization } = useSession();
  const [isSaved, setSaved] = useState(false);
  const form = useForm({ initialValues: { name: user.name, phone: user.phone ?? '' } });
  const { submit, isPending, error } = useSubmit(form, {
    send: ({ name, phone }) => api.users.updateCurrent({ name, phone: typedPhone(phone, organization.timezone) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      setSaved(true);
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => submit(values))}>
      <Stack gap="sm" maw={420}>
        {error === null ? null : <ProblemAlert error={error} />}
        {isSaved && !isPending && error === null ? <Alert role="status">{text.saved}</Alert> : null}
        <TextInput label={text.name} autoComplete="name" required {...form.getInputProps('name')} />
        <TextInput label={text.phone} type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
        <Address />
        <Group>
          <Button type="submit" loading={isPending}>
            {common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Address() {
  const { account: text } = useText();
  const { user } = useSession();
  const resend = useMutation({ mutationFn: () => api.auth.resendEmailConfirmation() });
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {text.email}
      </Text>
      <Text size="sm">{user.email}</Text>
      {user.emailConfirmedAt === null ? (
        <>
          <Text size="sm">
            <Status tone="waiting">{text.unconfirmed}</Status>
          </Text>
          {resend.error === null ? null : <ProblemAlert error={resend.error} />}
          {resend.isSuccess ? (
            <Alert role="status">{text.resent}</Alert>
          ) : (
            <Group>
              <Button size="compact-sm" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
                {text.resend}
              </Button>
            </Group>
          )}
        </>
      ) : (
        <Text size="sm">
          <Status tone="good">{text.confirmed}</Status>
        </Text>
      )}
    </Stack>
  );
}
