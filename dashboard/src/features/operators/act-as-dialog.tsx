import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEveryText } from '../../shared/language';
import { Modal } from '../../shared/modal';
import { ProblemAlert } from '../../shared/problem-alert';
import { useSubmit } from '../../shared/use-submit';
import { actAs } from './operators-queries';

interface Props {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks why an operator wants to act as a user. Nobody does so without a reason, which the customer can read. */
export function ActAsDialog({ id, name, onClose }: Props) {
  const {
    operators: { users: text },
    common,
  } = useEveryText();
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? text.reasonMissing : null) },
    onSubmitPreventDefault: 'always',
  });
  const { submit, isPending, error } = useSubmit(form, {
    send: ({ reason }) => actAs(id, reason.trim()),
    onSuccess: () => undefined,
  });
  return (
    <Modal opened onClose={onClose} title={`${text.actAs}: ${name}`} closeButtonProps={{ 'aria-label': common.close }}>
      <form noValidate onSubmit={form.onSubmit((values) => submit(values))}>
        <Stack gap="sm">
          <Text size="sm">{text.actAsText}</Text>
          {error === null ? null : <ProblemAlert error={error} />}
          <Textarea
            label={text.reason}
            required
            maxLength={500}
            autosize
            minRows={2}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={isPending}>
              {text.actAs}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
