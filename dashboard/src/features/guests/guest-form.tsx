import { TagsInput, Textarea, TextInput } from '@mantine/core';
import { FieldRow } from '../../shared/field-row';
import { useText } from '../../shared/language';
import { typedPhone } from '../../shared/phone';
import { formOf, type FormProps } from '../../shared/resource';
import { orNull } from '../../shared/typed';
import { ResourceForm } from '../resources';
import { guests, type Guest } from './guest';

const FORM = formOf(guests, {
  valuesOf: (guest) => ({
    name: guest.name,
    email: guest.email ?? '',
    phone: guest.phone ?? '',
    company: guest.company ?? '',
    tags: guest.tags,
    dietary: guest.dietary ?? '',
    notes: guest.notes ?? '',
  }),
  empty: { name: '', email: '', phone: '', company: '', tags: [], dietary: '', notes: '' },
  bodyOf: ({ name, email, phone, company, tags, dietary, notes }, { timezone }) => ({
    name,
    email: orNull(email),
    phone: typedPhone(phone, timezone),
    company: orNull(company),
    tags,
    dietary: orNull(dietary),
    notes: orNull(notes),
  }),
});

export function GuestForm(props: FormProps<Guest>) {
  const { guests: text } = useText();
  return (
    <ResourceForm {...props} of={FORM} text={text}>
      {(input) => (
        <>
          <TextInput {...input('name')} required data-autofocus />
          <FieldRow>
            <TextInput {...input('email')} type="email" />
            <TextInput {...input('phone')} type="tel" />
          </FieldRow>
          <TextInput {...input('company')} />
          <TagsInput {...input('tags')} />
          <TextInput {...input('dietary')} />
          <Textarea {...input('notes')} autosize minRows={2} />
        </>
      )}
    </ResourceForm>
  );
}
