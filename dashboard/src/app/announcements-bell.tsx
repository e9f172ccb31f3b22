import { ActionIcon, Indicator } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { unreadQuery } from '../features/announcements';
import { BellIcon } from '../shared/icons';
import { useText } from '../shared/language';

/** The bell, with the number of unread announcements. */
export function AnnouncementsBell() {
  const { shell } = useText();
  const { data } = useQuery(unreadQuery);
  const unread = data?.total ?? 0;
  return (
    <Indicator disabled={unread === 0} label={unread} size={16} offset={5}>
      <ActionIcon
        component={Link}
        to="/announcements"
        role="button"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={shell.announcements}
        aria-description={shell.unread(unread)}
      >
        <BellIcon width={22} aria-hidden />
      </ActionIcon>
    </Indicator>
  );
}
