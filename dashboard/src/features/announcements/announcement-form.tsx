import { Group, Select, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AnnouncementAudience, AnnouncementLevel, GetAnnouncementResponse } from '@tour-events/client';
import { DateInput } from '../../shared/date-input';
import { versioned, api, type Versioned } from '../../shared/api';
import { useText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { instantAt, OWN_TIME_ZONE, wallTimeIn } from '../../shared/time';
import { useDraftKey } from '../session';
import { AnnouncementCard } from './announcement-card';
import { publish, updateAnnouncement } from './platform-announcements-queries';

type Announcement = GetAnnouncementResponse;

const LEVELS: readonly AnnouncementLevel[] = ['info', 'warning', 'critical'];
const AUDIENCES: readonly AnnouncementAudience[] = ['admins', 'everyone'];
const EMPTY = {
  title: '',
  body: '',
  level: 'info' as AnnouncementLevel,
  audience: 'admins' as AnnouncementAudience,
  expiresAt: '',
};

type Values = typeof EMPTY;

/** The times of the form are those of the operator's own clock: announcements are read in all zones. */
const announcementValues = ({ title, body, level, audience, expiresAt }: Announcement): Values => ({
  title,
  body,
  level,
  audience,
  expiresAt: expiresAt === null ? '' : wallTimeIn(expiresAt, OWN_TIME_ZONE).slice(0, 16).replace(' ', 'T'),
});

const bodyOf = ({ expiresAt, ...values }: Values) => ({
  ...values,
  expiresAt: expiresAt === '' ? null : instantAt(expiresAt, OWN_TIME_ZONE),
});

interface Props {
  /** Null for a new one. */
  readonly announcement: Versioned<Announcement> | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Writes an announcement, with a preview of what its readers will see. */
export function AnnouncementForm({ announcement, onDone, onClose }: Props) {
  const {
    announcements: { platform: text, levels },
  } = useText();
  const form = useForm<Values>({
    initialValues: announcement === null ? EMPTY : announcementValues(announcement.record),
  });
  const input = (field: keyof Values) => ({ label: text.fields[field], ...form.getInputProps(field) });
  const { title, body, level } = form.values;
  return (
    <RecordForm<Values, Announcement>
      title={announcement === null ? text.new : text.edit}
      form={form}
      draftKey={useDraftKey(`announcement ${announcement?.record.id ?? 'new'}`)}
      etag={announcement?.etag ?? null}
      send={(values, { etag, idempotencyKey }) =>
        announcement === null
          ? publish(bodyOf(values), idempotencyKey)
          : updateAnnouncement(announcement.record.id, bodyOf(values), etag!)
      }
      {...(announcement !== null && {
        readTheirs: async () => {
          const theirs = await versioned(api.announcements.get(announcement.record.id));
          return { record: announcementValues(theirs.record), etag: theirs.etag };
        },
      })}
      labels={text.fields}
      submitLabel={announcement === null ? text.publish : undefined}
      onDone={onDone}
      onClose={onClose}
    >
      <TextInput {...input('title')} required maxLength={120} data-autofocus />
      <Textarea {...input('body')} required autosize minRows={4} maxLength={2000} />
      <Group grow align="flex-start">
        <Select
          {...input('level')}
          data={LEVELS.map((value) => ({ value, label: levels[value] }))}
          allowDeselect={false}
        />
        <Select
          {...input('audience')}
          data={AUDIENCES.map((value) => ({ value, label: text.audiences[value] }))}
          allowDeselect={false}
        />
      </Group>
      <DateInput {...input('expiresAt')} kind="time" description={text.expiresText(OWN_TIME_ZONE)} />
      <Stack component="section" gap={4} aria-label={text.preview}>
        <Title order={3} size="h5">
          {text.preview}
        </Title>
        <Text size="sm" c="dimmed">
          {text.previewText}
        </Text>
        <AnnouncementCard
          title={title.trim() === '' ? '…' : title}
          body={body}
          level={level}
          createdAt={announcement?.record.createdAt ?? new Date().toISOString()}
        />
      </Stack>
    </RecordForm>
  );
}
