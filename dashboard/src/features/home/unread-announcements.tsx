import { Group, List, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../shared/language';
import { TextLink } from '../../shared/text-link';
import { AnnouncementState, unreadQuery } from '../announcements';

const MAX_SHOWN = 3;

/** The newest announcements that the reader has not read. */
export function UnreadAnnouncements() {
  const { home } = useText();
  const { data } = useQuery(unreadQuery);
  if (data === undefined || data.total === 0) return null;
  return (
    <section aria-labelledby="unread">
      <Title order={2} size="h3" id="unread" mb="xs">
        {home.announcements}
      </Title>
      <List spacing={4} listStyleType="none">
        {data.data.slice(0, MAX_SHOWN).map(({ id, title, level }) => (
          <List.Item key={id}>
            <Group gap="sm">
              <AnnouncementState level={level} />
              <TextLink to="/announcements" dir="auto">
                {title}
              </TextLink>
            </Group>
          </List.Item>
        ))}
      </List>
      {data.total > MAX_SHOWN ? <TextLink to="/announcements">{home.allAnnouncements}</TextLink> : null}
    </section>
  );
}
