import { Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PlatformAnnouncementView } from '@tour-events/client';
import { EditableList } from '../../shared/editable-list';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { useListSearch } from '../../shared/list-search';
import { numberText } from '../../shared/money';
import type { Column } from '../../shared/record-table';
import { Status } from '../../shared/status';
import { OWN_TIME_ZONE } from '../../shared/time';
import { announcements } from './announcement';
import { Readers } from './readers';

const AnnouncementForm = lazyDialog(() => import('./announcement-form').then((file) => file.AnnouncementForm));

type Row = PlatformAnnouncementView;

/** All announcements, who has read them, and a new one. */
export function PlatformAnnouncementsPage() {
  const {
    announcements: { title, platform: text },
  } = useText();
  const { search, filter } = useListSearch();
  const { page, form, announcement } = search;
  const list = useQuery(announcements.list({ limit: 20, page }));
  const read = list.data?.data.find(({ id }) => id === announcement);
  return (
    <>
      <EditableList
        title={title}
        noun="announcements"
        list={list}
        columns={useColumns()}
        of={announcements}
        Form={AnnouncementForm}
        // One that has expired can't be read any more, so there is no version to change.
        canEdit={({ expired }) => !expired}
        nameOf={({ title: name }) => name}
        text={text}
      />
      {form === 'readers' && typeof announcement === 'string' ? (
        <Readers
          id={announcement}
          title={read?.title ?? '…'}
          onClose={() => filter({ form: undefined, announcement: undefined })}
        />
      ) : null}
    </>
  );
}

function useColumns(): Column<Row>[] {
  const {
    announcements: { levels, platform: text },
  } = useText();
  const { filter } = useListSearch();
  return [
    {
      key: 'title',
      title: text.fields.title,
      phone: 'first',
      render: ({ title, level, audience }) => (
        <>
          {title}
          <Text size="xs" c="dimmed">
            {levels[level]} · {text.audiences[audience]}
          </Text>
        </>
      ),
    },
    {
      key: 'state',
      title: text.fields.state,
      phone: 'second',
      render: ({ expired }) => (
        <Status tone={expired ? 'neutral' : 'good'}>{expired ? text.expired : text.shown}</Status>
      ),
    },
    {
      key: 'createdAt',
      title: text.fields.createdAt,
      phone: 'second',
      render: ({ createdAt }) => <Instant at={createdAt} zone={OWN_TIME_ZONE} />,
    },
    {
      key: 'expiresAt',
      title: text.fields.expiresAt,
      render: ({ expiresAt }) => (expiresAt === null ? null : <Instant at={expiresAt} zone={OWN_TIME_ZONE} />),
    },
    {
      key: 'readers',
      title: text.fields.readers,
      align: 'right',
      phone: 'second',
      isLabelled: true,
      render: ({ id, title, readers }) => (
        <UnstyledButton
          className="filter-button"
          aria-label={`${text.readersOf(title)}: ${numberText(readers)}`}
          onClick={() => filter({ form: 'readers', announcement: id })}
        >
          {numberText(readers)}
        </UnstyledButton>
      ),
    },
  ];
}
