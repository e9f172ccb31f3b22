import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { unreadQuery } from '../features/announcements';
import { BellIcon } from '../shared/icons';
import { useText } from '../shared/language';

/** The bell, with a dot while there are unread announcements; how many stands in the navigation. */
export function AnnouncementsBell() {
  const { shell } = useText();
  const { data } = useQuery(unreadQuery);
  const unread = data?.total ?? 0;
  return (
    <ActionIcon
      component={Link}
      to="/announcements"
      role="button"
      variant="subtle"
      color="gray"
      size="lg"
      className="bell"
      data-unread={unread > 0 || undefined}
      aria-label={shell.announcements}
      aria-description={shell.unread(unread)}
    >
      <BellIcon width={20} aria-hidden />
    </ActionIcon>
  );
}
