import { Button, Code, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../shared/language';
import { Modal } from '../../shared/modal';
import { ProblemAlert } from '../../shared/problem-alert';
import { useSubmit } from '../../shared/use-submit';
import { startTotp, verifyTotp } from './factor-queries';

interface Props {
  /** With the recovery codes. */
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Shows the secret for an authenticator app, and asks for a first code of it. */
export function SetUpApp({ onDone, onClose }: Props) {
  const { account: text, session, common } = useText();
  // Asked for once per dialog: each answer ends the secret before it.
  const setup = useQuery({
    queryKey: ['totp-setup'],
    queryFn: startTotp,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } });
  const { submit, isPending, error } = useSubmit(form, {
    send: ({ code }) => verifyTotp(code),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <Modal opened onClose={onClose} title={text.setUpApp} closeButtonProps={{ 'aria-label': common.close }}>
      <form noValidate onSubmit={form.onSubmit((values) => submit(values))}>
        <Stack gap="sm">
          <Text size="sm">{text.scan}</Text>
          {setup.error === null ? null : <ProblemAlert error={setup.error} />}
          {error === null ? null : <ProblemAlert error={error} />}
          {setup.data === undefined ? (
            <Skeleton h={200} w={200} />
          ) : (
            <>
              <img
                src={`data:image/svg+xml,${encodeURIComponent(setup.data.qrSvg)}`}
                width={200}
                height={200}
                alt={text.qrCode}
              />
              <Text size="sm">
                {text.secret}: <Code className="wrapped-code">{setup.data.secret}</Code>
              </Text>
            </>
          )}
          <TextInput
            label={session.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            key={form.key('code')}
            {...form.getInputProps('code')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={isPending} disabled={setup.data === undefined}>
              {text.verify}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
