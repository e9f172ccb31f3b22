import { CloseButton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { TextLink } from '../../shared/text-link';
import { AnnouncementState, markRead, unreadQuery } from '../announcements';

const MAX_SHOWN = 3;

/** The newest announcements that the reader has not read, a strip for each until it is dismissed. */
export function UnreadAnnouncements() {
  const { home, announcements } = useText();
  const { data } = useQuery(unreadQuery);
  const marking = useMutation({ mutationFn: markRead });
  if (data === undefined || data.total === 0) return null;
  return (
    <section aria-label={home.announcements}>
      {marking.error === null ? null : <ProblemAlert error={marking.error} />}
      <ul className="strips">
        {data.data.slice(0, MAX_SHOWN).map(({ id, title, level }) => (
          <li key={id}>
            <AnnouncementState level={level} />
            <Link to="/announcements" dir="auto">
              {title}
            </Link>
            <CloseButton
              size="sm"
              aria-label={`${announcements.markRead}: ${title}`}
              disabled={marking.isPending && marking.variables === id}
              onClick={() => marking.mutate(id)}
            />
          </li>
        ))}
      </ul>
      {data.total > MAX_SHOWN ? (
        <TextLink size="sm" to="/announcements">
          {home.allAnnouncements}
        </TextLink>
      ) : null}
    </section>
  );
}
