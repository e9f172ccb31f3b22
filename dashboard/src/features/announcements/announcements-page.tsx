import { Button, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Empty, Page } from '../../shared/page';
import { Pages } from '../../shared/pages';
import { ProblemAlert } from '../../shared/problem-alert';
import { useSettled } from '../../shared/use-settled';
import { AnnouncementCard } from './announcement-card';
import { markRead, readQuery, unreadQuery } from './announcements-queries';

/** What the operators of the platform say, unread first. */
export function AnnouncementsPage() {
  const { announcements: text } = useText();
  const { search, goTo } = useListSearch();
  useSettled(unreadQuery, readQuery(search.page ?? 1));
  const unread = useQuery(unreadQuery);
  const read = useQuery(readQuery(search.page ?? 1));
  const marking = useMutation({ mutationFn: markRead });
  const error = unread.error ?? read.error ?? marking.error;
  const isLoading = error === null && (unread.data === undefined || read.data === undefined);
  const count = unread.data?.total ?? 0;
  // The two lists arrive one after the other: what has just been read can be in both, and is shown once.
  const unreadIds = new Set(unread.data?.data.map(({ id }) => id));
  const others = read.data?.data.filter(({ id }) => !unreadIds.has(id));
  return (
    <Page title={text.title}>
      {error === null ? null : <ProblemAlert error={error} />}
      {isLoading ? <Skeleton h={120} data-loading /> : null}
      <Text size="sm" c="dimmed" role="status">
        {isLoading ? '' : count === 0 ? text.allRead : text.unread(count)}
      </Text>
      {unread.data?.total === 0 && read.data?.total === 0 ? <Empty>{text.empty}</Empty> : null}
      {unread.data?.data.map(({ id, ...announcement }) => (
        <AnnouncementCard
          key={id}
          {...announcement}
          action={
            <Button
              size="xs"
              variant="default"
              loading={marking.isPending && marking.variables === id}
              onClick={() => marking.mutate(id)}
            >
              {text.markRead}
            </Button>
          }
        />
      ))}
      {others?.map(({ id, ...announcement }) => (
        <AnnouncementCard
          key={id}
          {...announcement}
          action={
            <Text size="sm" c="dimmed">
              {text.read}
            </Text>
          }
        />
      ))}
      {read.data === undefined ? null : <Pages total={read.data.totalPages} value={read.data.page} onChange={goTo} />}
    </Page>
  );
}
