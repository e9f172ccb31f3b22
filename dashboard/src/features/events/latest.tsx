import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Avatar } from '../../shared/avatar';
import { Card } from '../../shared/card';
import { useEveryText } from '../../shared/language';
import { TextLink } from '../../shared/text-link';
import { agoText, instantWithZone } from '../../shared/time';
import { actorText, deedText } from '../audit-logs';
import { latestQuery } from './events-queries';

/** What was done last with an event, and who did it; for those who may read the log. */
export function Latest({ eventId, zone }: { readonly eventId: string; readonly zone: string }) {
  const { events: text, auditLogs, nav } = useEveryText();
  const { data, error } = useQuery(latestQuery(eventId));
  // It is beside the point of this screen: the log itself says why it can't be read.
  if (error !== null || data?.length === 0) return null;
  if (data === undefined) return <Skeleton h={170} radius={12} data-loading />;
  return (
    <Card
      title={text.latest}
      more={
        <TextLink to="/settings/audit-log" search={{ targetType: 'event', targetId: eventId }}>
          {nav.history}
        </TextLink>
      }
    >
      <ul className="latest">
        {data.map((record) => (
          <li key={record.id}>
            <Avatar name={actorText(record, auditLogs)} />
            <span>
              <b>{actorText(record, auditLogs)}</b> {deedText(record, auditLogs)}
            </span>
            <time dateTime={record.occurredAt} title={instantWithZone(record.occurredAt, zone)}>
              {agoText(record.occurredAt)}
            </time>
          </li>
        ))}
      </ul>
    </Card>
  );
}
