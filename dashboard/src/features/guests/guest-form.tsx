import { Group, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { GetGuestResponse } from '@tour-events/client';
import { versioned, api, type Versioned } from '../../shared/api';
import { useText } from '../../shared/language';
import { typedPhone } from '../../shared/phone';
import { RecordForm } from '../../shared/record-form';
import { useDraftKey, useSession } from '../session';
import { createGuest, updateGuest } from './guests-queries';

type Guest = GetGuestResponse;

const guestValues = (guest: Guest) => ({
  name: guest.name,
  email: guest.email ?? '',
  phone: guest.phone ?? '',
  company: guest.company ?? '',
  tags: guest.tags,
  dietary: guest.dietary ?? '',
  notes: guest.notes ?? '',
});

type Values = ReturnType<typeof guestValues>;

const EMPTY: Values = { name: '', email: '', phone: '', company: '', tags: [], dietary: '', notes: '' };

const orNull = (text: string) => (text === '' ? null : text);

const bodyOf = ({ name, email, phone, company, tags, dietary, notes }: Values, zone: string) => ({
  name,
  email: orNull(email),
  phone: typedPhone(phone, zone),
  company: orNull(company),
  tags,
  dietary: orNull(dietary),
  notes: orNull(notes),
});

interface Props {
  /** Null for a new one. */
  readonly guest: Versioned<Guest> | null;
  readonly onDone: (guest: Guest) => void;
  readonly onClose: () => void;
}

export function GuestForm({ guest, onDone, onClose }: Props) {
  const { guests: text } = useText();
  const { timezone } = useSession().organization;
  const form = useForm<Values>({ initialValues: guest === null ? EMPTY : guestValues(guest.record) });
  const input = (field: keyof Values) => ({ label: text.fields[field], ...form.getInputProps(field) });
  return (
    <RecordForm<Values, Guest>
      title={guest === null ? text.new : text.edit}
      form={form}
      draftKey={useDraftKey(`guest ${guest?.record.id ?? 'new'}`)}
      etag={guest?.etag ?? null}
      send={(values, { etag, idempotencyKey }) =>
        guest === null
          ? createGuest(bodyOf(values, timezone), idempotencyKey)
          : updateGuest(guest.record.id, bodyOf(values, timezone), etag!)
      }
      {...(guest !== null && {
        readTheirs: async () => {
          const theirs = await versioned(api.guests.get(guest.record.id));
          return { record: guestValues(theirs.record), etag: theirs.etag };
        },
      })}
      labels={text.fields}
      submitLabel={guest === null ? text.create : undefined}
      onDone={onDone}
      onClose={onClose}
    >
      <TextInput {...input('name')} required data-autofocus />
      <Group grow align="flex-start">
        <TextInput {...input('email')} type="email" />
        <TextInput {...input('phone')} type="tel" />
      </Group>
      <TextInput {...input('company')} />
      <TagsInput {...input('tags')} />
      <TextInput {...input('dietary')} />
      <Textarea {...input('notes')} autosize minRows={2} />
    </RecordForm>
  );
}
