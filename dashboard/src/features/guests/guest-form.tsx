import { Group, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useText } from '../../shared/language';
import type { FormProps } from '../../shared/resource';
import { ResourceForm } from '../resources';
import { guests, type Guest } from './guest';

export function GuestForm(props: FormProps<Guest>) {
  const { guests: text } = useText();
  return (
    <ResourceForm {...props} of={guests} text={text}>
      {(input) => (
        <>
          <TextInput {...input('name')} required data-autofocus />
          <Group grow align="flex-start">
            <TextInput {...input('email')} type="email" />
            <TextInput {...input('phone')} type="tel" />
          </Group>
          <TextInput {...input('company')} />
          <TagsInput {...input('tags')} />
          <TextInput {...input('dietary')} />
          <Textarea {...input('notes')} autosize minRows={2} />
        </>
      )}
    </ResourceForm>
  );
}
