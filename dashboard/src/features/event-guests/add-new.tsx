import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { FieldRow } from '../../shared/field-row';
import { useText } from '../../shared/language';
import { typedPhone } from '../../shared/phone';
import { ProblemAlert } from '../../shared/problem-alert';
import { useSubmit } from '../../shared/use-submit';
import { useSession } from '../session';
import { addNewGuest } from './event-guests-queries';

interface Props {
  readonly eventId: string;
  readonly onClose: () => void;
}

/** Makes a guest and puts them on the event; then the next one. */
export function AddNew({ eventId, onClose }: Props) {
  const { eventGuests: text, guests, common } = useText();
  const { timezone } = useSession().organization;
  const [added, setAdded] = useState<string | null>(null);
  const form = useForm({ initialValues: { name: '', email: '', phone: '' } });
  const { submit, isPending, error } = useSubmit(form, {
    send: async ({ name, email, phone }, idempotencyKey) => {
      await addNewGuest(eventId, { name, email: email || null, phone: typedPhone(phone, timezone) }, idempotencyKey);
      return name;
    },
    onSuccess: (name) => {
      setAdded(name);
      form.reset();
      form.getInputNode('name')?.focus();
    },
  });
  const input = (field: 'name' | 'email' | 'phone') => ({ label: guests.fields[field], ...form.getInputProps(field) });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => submit(values))}>
      <Stack gap="sm">
        {added === null ? null : (
          <Alert color="green" role="status">
            {text.added(added)}
          </Alert>
        )}
        {error === null ? null : <ProblemAlert error={error} />}
        <TextInput {...input('name')} required data-autofocus />
        <FieldRow>
          <TextInput {...input('email')} type="email" />
          <TextInput {...input('phone')} type="tel" />
        </FieldRow>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {added === null ? common.cancel : common.close}
          </Button>
          <Button type="submit" loading={isPending}>
            {text.addNew}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
