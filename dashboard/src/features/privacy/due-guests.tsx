import { Alert, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DueGuestView } from '@tour-events/client';
import { Instant } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Empty } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { TextLink } from '../../shared/text-link';
import { useSession } from '../session';
import { dueGuestsQuery, type RetentionValues } from './privacy-queries';

interface Props {
  /** What is typed; null when that is no setting, or none. */
  readonly days: number | null;
  readonly saved: RetentionValues['days'];
}

/** Whom the next round erases by what is typed, before it is saved. */
export function DueGuests({ days, saved }: Props) {
  const { privacy: text } = useEveryText();
  return (
    <Stack component="section" gap="sm" mt="md">
      <Title order={2} size="h4">
        {text.preview}
      </Title>
      {days === null ? (
        <Text size="sm" c="dimmed">
          {text.previewNone}
        </Text>
      ) : (
        <DueGuestsOf days={days} isSaved={days === saved} />
      )}
    </Stack>
  );
}

function DueGuestsOf({ days, isSaved }: { readonly days: number; readonly isSaved: boolean }) {
  const { privacy: text } = useEveryText();
  const { page } = useListSearch().search;
  const query = { limit: 20, page, guestDaysAfterLastEvent: days };
  const list = useQuery(dueGuestsQuery(query));
  const total = list.data?.total ?? 0;
  return (
    <>
      {total === 0 ? null : (
        <Alert color={isSaved ? 'gray' : 'orange'} role="status" maw={640}>
          {isSaved ? text.previewSaved(total) : text.previewUnsaved(total, days)}
        </Alert>
      )}
      <RecordTable
        caption={text.preview}
        noun="guests"
        columns={useColumns()}
        list={list}
        empty={<Empty>{text.previewNobody}</Empty>}
      />
    </>
  );
}

function useColumns(): Column<DueGuestView>[] {
  const { privacy: text } = useEveryText();
  const { timezone } = useSession().organization;
  return [
    {
      key: 'name',
      title: text.name,
      phone: 'first',
      render: ({ id, name }) => (
        <TextLink to="/guests/$guestId" params={{ guestId: id }}>
          {name}
        </TextLink>
      ),
    },
    {
      key: 'lastEventAt',
      title: text.lastEvent,
      phone: 'second',
      render: ({ lastEventAt }) => (lastEventAt === null ? text.noEvent : <Instant at={lastEventAt} zone={timezone} />),
    },
    { key: 'createdAt', title: text.created, render: ({ createdAt }) => <Instant at={createdAt} zone={timezone} /> },
  ];
}
