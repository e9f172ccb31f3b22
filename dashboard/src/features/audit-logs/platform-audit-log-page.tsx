import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PlatformAuditLogView } from '@tour-events/client';
import { useEveryText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { useListSearch } from '../../shared/list-search';
import type { Column } from '../../shared/record-table';
import { TextLink } from '../../shared/text-link';
import { OWN_TIME_ZONE } from '../../shared/time';
import { AuditLogList, useAuditLogSearch } from './audit-log-list';
import { platformAuditLogsQuery } from './audit-logs-queries';

const AuditLogDrawer = lazyDialog(() => import('./audit-log-drawer').then((file) => file.AuditLogDrawer));

/** What has been done on the platform and in all organizations. */
export function PlatformAuditLogPage() {
  const {
    operators: { auditLog: text },
  } = useEveryText();
  const { search } = useListSearch();
  const list = useQuery(platformAuditLogsQuery(useAuditLogSearch()));
  const record = list.data?.data.find(({ id }) => id === search['record']);
  const organization: Column<PlatformAuditLogView> = {
    key: 'organization',
    title: text.organization,
    phone: 'second',
    render: ({ organizationId, organizationName }) =>
      organizationId === null ? (
        text.platform
      ) : (
        <TextLink to="/platform/organizations" search={{ organization: organizationId }}>
          {organizationName ?? text.organization}
        </TextLink>
      ),
  };
  return (
    <AuditLogList
      to="/platform/audit-log"
      notice={
        <Text size="sm" c="dimmed">
          {text.text}
        </Text>
      }
      list={list}
      columns={[organization]}
      zone={OWN_TIME_ZONE}
    >
      {record === undefined ? null : <AuditLogDrawer record={record} />}
    </AuditLogList>
  );
}
