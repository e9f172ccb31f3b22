import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { AnnouncementLevel } from '@tour-events/client';
import { useId, type ReactNode } from 'react';
import { Instant } from '../../shared/instant';
import { useSession } from '../session';
import { AnnouncementState } from './announcement-state';

interface Props {
  readonly title: string;
  readonly body: string;
  readonly level: AnnouncementLevel;
  readonly createdAt: string;
  /** At the right. */
  readonly action?: ReactNode;
}

/** One announcement as its readers see it. */
export function AnnouncementCard({ title, body, level, createdAt, action }: Props) {
  const { organization } = useSession();
  const heading = useId();
  return (
    <Paper withBorder p="md" component="article" aria-labelledby={heading}>
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} className="page-heading">
          <Title order={2} size="h3" id={heading} dir="auto">
            {title}
          </Title>
          <Group gap="md">
            <AnnouncementState level={level} />
            <Text size="sm" c="dimmed">
              <Instant at={createdAt} zone={organization.timezone} />
            </Text>
          </Group>
        </Stack>
        {action}
      </Group>
      <Text className="prose" mt="sm" dir="auto">
        {body}
      </Text>
    </Paper>
  );
}
