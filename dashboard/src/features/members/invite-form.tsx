import { Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { CreateInvitationResponse } from '@tour-events/client';
import { useEveryText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { useDraftKey, useMay } from '../session';
import { invite, roleNamesQuery } from './members-queries';

const EMPTY = { email: '', role: 'Member' };

type Values = typeof EMPTY;

/** Invites somebody by e-mail. Whoever can't see roles types the name of one. */
export function InviteForm({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }) {
  const { members: text } = useEveryText();
  const seesRoles = useMay('roles.read');
  const roles = useQuery({ ...roleNamesQuery, enabled: seesRoles }).data ?? [EMPTY.role];
  const form = useForm<Values>({ initialValues: EMPTY });
  const role = { label: text.fields.role, required: true, ...form.getInputProps('role') };
  return (
    <RecordForm<Values, CreateInvitationResponse>
      title={text.invite}
      form={form}
      draftKey={useDraftKey('invitation')}
      etag={null}
      send={(values, { idempotencyKey }) => invite(values, idempotencyKey)}
      submitLabel={text.send}
      onDone={onDone}
      onClose={onClose}
    >
      <Text size="sm">{text.inviteText}</Text>
      <TextInput
        label={text.fields.email}
        type="email"
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      {seesRoles ? <Select {...role} data={roles} allowDeselect={false} /> : <TextInput {...role} />}
    </RecordForm>
  );
}
