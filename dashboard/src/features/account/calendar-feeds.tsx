import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { CalendarFeedKind, CreateCalendarFeedResponse, ListCalendarFeedsResponse } from '@tour-events/client';
import { useState } from 'react';
import { api } from '../../shared/api';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { Empty } from '../../shared/page';
import { makeStale } from '../../shared/query-client';
import { RecordForm } from '../../shared/record-form';
import { RecordTable, type Column } from '../../shared/record-table';
import { SearchSelect } from '../../shared/search-select';
import { SecretDialog } from '../../shared/secret-dialog';
import { OWN_TIME_ZONE } from '../../shared/time';
import { reading } from '../../shared/reading';
import { choices } from '../../shared/choices';
import { useDraftKey } from '../session';
import { TOUR_CHOICES } from '../tours';

type Feed = ListCalendarFeedsResponse['data'][number];

const KINDS = ['mine', 'organization', 'tour'] as const satisfies readonly CalendarFeedKind[];

/** One has 20 at most. */
const feedsQuery = reading(['calendar-feeds', 'own'], (options) => api.calendarFeeds.list({ limit: 20 }, options));
const invalidate = () => makeStale('calendar-feeds');

/** The links by which one's calendar programs follow the events here. */
export function CalendarFeeds() {
  const { calendarFeeds: text } = useText();
  const list = useQuery(feedsQuery);
  const [isMaking, setMaking] = useState(false);
  const [url, setUrl] = useState<string | null | undefined>();
  const [revoking, setRevoking] = useState<Feed | null>(null);
  return (
    <Stack gap="sm">
      <Text size="sm">{text.text}</Text>
      <Group>
        <Button size="compact-sm" variant="default" onClick={() => setMaking(true)}>
          {text.new}
        </Button>
      </Group>
      <RecordTable
        caption={text.title}
        noun="feeds"
        columns={useColumns(setRevoking)}
        list={list}
        empty={<Empty>{text.empty}</Empty>}
      />
      {isMaking ? (
        <FeedForm
          onDone={(feed) => {
            setMaking(false);
            setUrl(feed.url);
          }}
          onClose={() => setMaking(false)}
        />
      ) : null}
      {url === undefined ? null : <SecretDialog text={text} secret={url} onClose={() => setUrl(undefined)} />}
      {revoking === null ? null : (
        <ConfirmDialog
          title={text.revokeTitle}
          action={text.revoke}
          isFinal
          run={async () => {
            await api.calendarFeeds.revoke(revoking.id);
            await invalidate();
          }}
          onDone={() => setRevoking(null)}
          onCancel={() => setRevoking(null)}
        >
          {text.revokeText}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

function useColumns(revoke: (feed: Feed) => void): Column<Feed>[] {
  const { calendarFeeds: text, common } = useText();
  return [
    { key: 'kind', title: text.kind, phone: 'first', render: ({ kind }) => text.kinds[kind] },
    {
      key: 'createdAt',
      title: text.made,
      phone: 'second',
      render: ({ createdAt }) => <Instant at={createdAt} zone={OWN_TIME_ZONE} />,
    },
    {
      key: 'actions',
      title: common.actions,
      titleHidden: true,
      align: 'right',
      phone: 'second',
      render: (feed) => (
        <Button size="compact-sm" variant="default" onClick={() => revoke(feed)}>
          {text.revoke}
        </Button>
      ),
    },
  ];
}

const EMPTY = { kind: 'mine' as CalendarFeedKind, tourId: '' };
type Values = typeof EMPTY;

interface FormProps {
  readonly onDone: (feed: CreateCalendarFeedResponse) => void;
  readonly onClose: () => void;
}

function FeedForm({ onDone, onClose }: FormProps) {
  const { calendarFeeds: text, common } = useText();
  const form = useForm<Values>({ initialValues: EMPTY });
  return (
    <RecordForm<Values, CreateCalendarFeedResponse>
      title={text.new}
      form={form}
      draftKey={useDraftKey('calendar-feed')}
      etag={null}
      send={async ({ kind, tourId }, { idempotencyKey }) => {
        const body = kind === 'tour' ? { kind, tourId: tourId === '' ? null : tourId } : { kind };
        const feed = await api.calendarFeeds.create(body, { idempotencyKey });
        void invalidate();
        return feed;
      }}
      submitLabel={text.create}
      onDone={onDone}
      onClose={onClose}
    >
      <Select
        label={text.kind}
        data={choices(KINDS, text.kinds)}
        allowDeselect={false}
        {...form.getInputProps('kind')}
      />
      {form.values.kind === 'tour' ? (
        <SearchSelect
          source={TOUR_CHOICES}
          label={text.tour}
          clearable
          clearButtonProps={{ 'aria-label': common.clear }}
          {...form.getInputProps('tourId')}
          onChange={(id) => form.setFieldValue('tourId', id ?? '')}
        />
      ) : null}
    </RecordForm>
  );
}
