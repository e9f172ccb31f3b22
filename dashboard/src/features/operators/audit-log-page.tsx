import { Group, Pill, Stack, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ListPlatformAuditLogsData, PlatformAuditLogView } from '@tour-events/client';
import { te } from '../../shared/api';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { listQuery, useListSearch } from '../../shared/list-search';
import { Drawer } from '../../shared/modal';
import { Empty, Page } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { TextLink } from '../../shared/text-link';
import { OWN_TIME_ZONE } from '../../shared/time';
import { actorText, deedText, RecordView } from '../audit-logs';

const platformAuditLogsQuery = (query: ListPlatformAuditLogsData['query']) =>
  queryOptions({
    queryKey: ['platform-audit-logs', query],
    queryFn: ({ signal }) => te.auditLogs.listPlatform(query, { signal }),
    placeholderData: (before) => before,
    // Every change anywhere adds to it: it is read anew when opened.
    staleTime: 0,
  });

const TAKES = {
  action: 'text',
  actorId: 'text',
  targetType: 'text',
  targetId: 'text',
  from: 'date',
  to: 'date',
  sortBy: ['occurredAt'],
} as const;

/** What has been done on the platform and in all organizations. The record that is open is in the address. */
export function PlatformAuditLogPage() {
  const {
    operators: { auditLog: text },
    auditLogs,
    common,
  } = useText();
  const { search, filter } = useListSearch();
  const id = search['record'];
  const query = listQuery(search, TAKES);
  const list = useQuery(platformAuditLogsQuery({ limit: 20, ...query } as ListPlatformAuditLogsData['query']));
  const record = list.data?.data.find((each) => each.id === id);
  const value = (name: string) => (search[name] as string | undefined) ?? '';
  const isFiltered = Object.keys(query).length > 0;
  return (
    <Page title={text.title}>
      <Text size="sm" c="dimmed">
        {text.text}
      </Text>
      <Group gap="sm">
        {(['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            aria-label={auditLogs[name]}
            value={value(name)}
            onChange={({ currentTarget }) => filter({ [name]: currentTarget.value || undefined })}
          />
        ))}
        {value('targetId') === '' ? null : (
          <Pill
            size="lg"
            withRemoveButton
            onRemove={() => filter({ targetId: undefined, targetType: undefined })}
            removeButtonProps={{ 'aria-label': common.clear, 'aria-hidden': false, tabIndex: 0 }}
          >
            {auditLogs.onlyAboutOne}
          </Pill>
        )}
      </Group>
      <RecordTable
        caption={text.title}
        columns={useColumns()}
        list={list}
        empty={<Empty>{isFiltered ? common.nothingFound : text.empty}</Empty>}
      />
      {record === undefined ? null : (
        <Drawer
          opened
          onClose={() => filter({ record: undefined })}
          position="right"
          size="xl"
          title={auditLogs.record}
          closeButtonProps={{ 'aria-label': common.close }}
        >
          <RecordView record={unnamed(record)} />
        </Drawer>
      )}
    </Page>
  );
}

/** The platform's log does not look up what records of all organizations are called. */
const unnamed = (record: PlatformAuditLogView) => ({ ...record, names: {} });

function useColumns(): Column<PlatformAuditLogView>[] {
  const {
    operators: { auditLog: text },
    auditLogs,
  } = useText();
  return [
    {
      key: 'action',
      title: auditLogs.what,
      phone: 'first',
      render: (record) => (
        <Stack gap={2} py={4}>
          <Text span>
            {actorText(unnamed(record), auditLogs)}{' '}
            <TextLink
              to="/platform/audit-log"
              search={(before: object) => ({ ...before, record: record.id })}
              resetScroll={false}
              underline="always"
            >
              {deedText(unnamed(record), auditLogs)}
            </TextLink>
          </Text>
          {record.impersonator === null ? null : (
            <Text size="sm" fw={600}>
              {auditLogs.impersonated(record.impersonator.email)}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'organization',
      title: text.organization,
      phone: 'second',
      render: ({ organizationId, organizationName }) =>
        organizationId === null ? (
          text.platform
        ) : (
          <TextLink to="/platform/organizations" search={{ organization: organizationId } as never}>
            {organizationName ?? text.organization}
          </TextLink>
        ),
    },
    {
      key: 'occurredAt',
      title: auditLogs.when,
      sortKey: 'occurredAt',
      phone: 'second',
      render: ({ occurredAt }) => <Instant at={occurredAt} zone={OWN_TIME_ZONE} />,
    },
  ];
}
