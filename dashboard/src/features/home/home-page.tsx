import { Skeleton, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useText } from '../../shared/language';
import { Page } from '../../shared/page';
import { useSession } from '../session';
import { AttentionList } from './attention-list';
import { Checklist } from './checklist';
import { overviewQuery } from './home-queries';
import { UnreadAnnouncements } from './unread-announcements';
import { Upcoming } from './upcoming';

// Loaded apart: planners never need it.
const PlatformState = lazy(() => import('../health').then((file) => ({ default: file.PlatformState })));

export function HomePage() {
  const { home } = useText();
  const { superAdmin } = useSession();
  const overview = useSuspenseQuery(overviewQuery).data;
  const { upcoming, counts } = overview;
  // An operator plans no tours, except in an organization that has some.
  const isOfOperator = superAdmin && counts.tours + counts.events + counts.guests === 0;
  if (isOfOperator)
    return (
      <Page title={home.title}>
        <Suspense fallback={<Skeleton h={120} data-loading />}>
          <PlatformState />
        </Suspense>
        <AttentionList overview={overview} />
        <UnreadAnnouncements />
      </Page>
    );
  return (
    <Page title={home.title}>
      <Checklist counts={counts} upcoming={upcoming} />
      <AttentionList overview={overview} />
      <UnreadAnnouncements />
      <section aria-labelledby="upcoming">
        <Title order={2} size="h3" id="upcoming" mb="xs">
          {home.upcoming}
        </Title>
        {upcoming.length === 0 ? <Text c="dimmed">{home.noneUpcoming}</Text> : <Upcoming events={upcoming} />}
      </section>
    </Page>
  );
}
