import { Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useText } from '../../shared/language';
import { Page } from '../../shared/page';
import { AttentionList } from './attention-list';
import { Checklist } from './checklist';
import { overviewQuery } from './home-queries';
import { UnreadAnnouncements } from './unread-announcements';
import { Upcoming } from './upcoming';

export function HomePage() {
  const { home } = useText();
  const overview = useSuspenseQuery(overviewQuery).data;
  const { upcoming, counts } = overview;
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
