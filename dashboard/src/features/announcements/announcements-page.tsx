import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { AnnouncementLevel } from '@tour-events/client';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { Empty, Page } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { Status, type Tone } from '../../shared/status';
import { useSession } from '../session';
import { announcementsQuery, markRead } from './announcements-queries';

const TONES: Readonly<Record<AnnouncementLevel, Tone>> = { info: 'neutral', warning: 'waiting', critical: 'bad' };

/** What the operators of the platform say, unread first. */
export function AnnouncementsPage() {
  const { announcements: text } = useText();
  const { organization } = useSession();
  const { data, error } = useQuery(announcementsQuery);
  const read = useMutation({ mutationFn: markRead });
  const unreadFirst = [...(data?.data ?? [])].sort((a, b) => Number(a.readAt !== null) - Number(b.readAt !== null));
  return (
    <Page title={text.title}>
      {error === null ? null : <ProblemAlert error={error} />}
      {data?.total === 0 ? <Empty>{text.empty}</Empty> : null}
      {unreadFirst.map(({ id, title, body, level, createdAt, readAt }) => (
        <Paper key={id} withBorder p="md" component="article">
          <Group justify="space-between" align="flex-start">
            <Stack gap={4}>
              <Title order={2} size="h3">
                {title}
              </Title>
              <Group gap="md">
                <Status tone={TONES[level]}>{text.levels[level]}</Status>
                <Text size="sm" c="dimmed">
                  <Instant at={createdAt} zone={organization.timezone} />
                </Text>
              </Group>
            </Stack>
            {readAt === null ? (
              <Button size="xs" variant="default" onClick={() => read.mutate(id)}>
                {text.markRead}
              </Button>
            ) : null}
          </Group>
          <Text className="prose" mt="sm">
            {body}
          </Text>
        </Paper>
      ))}
    </Page>
  );
}
