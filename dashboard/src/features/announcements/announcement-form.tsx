import { Select, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { DateInput } from '../../shared/date-input';
import { FieldRow } from '../../shared/field-row';
import { useText } from '../../shared/language';
import { formOf, type FormProps } from '../../shared/resource';
import { localTime, OWN_TIME_ZONE } from '../../shared/time';
import { choices } from '../../shared/choices';
import { instantOrNull } from '../../shared/typed';
import { ResourceForm } from '../resources';
import { announcements, AUDIENCES, LEVELS, type Announcement } from './announcement';
import { AnnouncementCard } from './announcement-card';

const FORM = formOf(announcements, {
  /** The times of the form are those of the operator's own clock: announcements are read in all zones. */
  valuesOf: ({ title, body, level, audience, expiresAt }) => ({
    title,
    body,
    level,
    audience,
    expiresAt: localTime(expiresAt, OWN_TIME_ZONE),
  }),
  empty: { title: '', body: '', level: 'info', audience: 'admins', expiresAt: '' },
  bodyOf: ({ expiresAt, ...values }) => ({
    ...values,
    expiresAt: instantOrNull(expiresAt, OWN_TIME_ZONE),
  }),
});

/** Writes an announcement, with a preview of what its readers will see. */
export function AnnouncementForm(props: FormProps<Announcement>) {
  const {
    announcements: { platform: text, levels },
  } = useText();
  const { record } = props;
  return (
    <ResourceForm {...props} of={FORM} text={{ ...text, create: text.publish }}>
      {(input, { values }) => (
        <>
          <TextInput {...input('title')} required maxLength={120} data-autofocus />
          <Textarea {...input('body')} required autosize minRows={4} maxLength={2000} />
          <FieldRow>
            <Select {...input('level')} data={choices(LEVELS, levels)} allowDeselect={false} />
            <Select {...input('audience')} data={choices(AUDIENCES, text.audiences)} allowDeselect={false} />
          </FieldRow>
          <DateInput {...input('expiresAt')} kind="time" description={text.expiresText(OWN_TIME_ZONE)} />
          <Stack component="section" gap={4} aria-label={text.preview}>
            <Title order={3} size="h5">
              {text.preview}
            </Title>
            <Text size="sm" c="dimmed">
              {text.previewText}
            </Text>
            <AnnouncementCard
              title={values.title.trim() === '' ? '…' : values.title}
              body={values.body}
              level={values.level}
              createdAt={record?.record.createdAt ?? new Date().toISOString()}
            />
          </Stack>
        </>
      )}
    </ResourceForm>
  );
}
