import { Button, Group, Pill, Select, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListAuditLogsData } from '@tour-events/client';
import { useState } from 'react';
import { Instant } from '../../shared/instant';
import { useLanguage, useText } from '../../shared/language';
import { listQuery, useListSearch } from '../../shared/list-search';
import { Empty, Page } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { TextLink } from '../../shared/text-link';
import { useMay, useSession } from '../session';
import { AuditLogDrawer } from './audit-log-drawer';
import { auditLogsQuery } from './audit-logs-queries';
import { actorText, deedText, valueText, type AuditLog } from './audit-words';
import { fieldName, wordsOfValues } from './field-words';
import { ExportDialog } from './export-dialog';
import { Verification } from './verification';

/** Changes that stand below a sentence; all of them are in the record. */
const CHANGES_SHOWN = 3;

const TAKES = {
  action: 'text',
  actorId: 'text',
  targetType: 'text',
  targetId: 'text',
  from: 'date',
  to: 'date',
  sortBy: ['occurredAt'],
} as const;

export function AuditLogPage() {
  const { auditLogs: text, common } = useText();
  const { search, filter } = useListSearch();
  const [isVerifying, setVerifying] = useState(false);
  const { record, form } = search;
  const query = listQuery(search, TAKES);
  const list = useQuery(auditLogsQuery({ limit: 20, ...query } as ListAuditLogsData['query']));
  const actions = useMay('auditLogs.read') ? (
    <>
      <Button variant="default" onClick={() => filter({ form: 'export' })}>
        {text.export}
      </Button>
      <Button onClick={() => setVerifying(true)}>{text.verify}</Button>
    </>
  ) : null;
  return (
    <Page title={text.title} actions={actions}>
      {isVerifying ? <Verification onClose={() => setVerifying(false)} /> : null}
      <Filters records={list.data?.data ?? []} />
      <RecordTable
        caption={text.title}
        columns={useColumns()}
        list={list}
        empty={<Empty>{Object.keys(query).length === 0 ? text.empty : common.nothingFound}</Empty>}
      />
      {typeof record === 'string' ? <AuditLogDrawer id={record} /> : null}
      {form === 'export' ? <ExportDialog onClose={() => filter({ form: undefined })} /> : null}
    </Page>
  );
}

function Filters({ records }: { readonly records: readonly AuditLog[] }) {
  const { auditLogs: text, common } = useText();
  const { language } = useLanguage();
  const { search, filter } = useListSearch();
  const value = (name: string) => (search[name] as string | undefined) ?? null;
  const actorId = value('actorId');
  const targetId = value('targetId');
  const actor = records.find((record) => record.actor.id === actorId);
  const types = Object.entries(text.types)
    .map(([type, label]) => ({ value: type, label }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
  return (
    <Group gap="sm">
      <Select
        aria-label={text.about}
        placeholder={text.about}
        clearable
        clearButtonProps={{ 'aria-label': common.clear }}
        searchable
        data={types}
        value={value('targetType')}
        onChange={(targetType) => filter({ targetType: targetType ?? undefined })}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          aria-label={text[name]}
          value={value(name) ?? ''}
          onChange={({ currentTarget }) => filter({ [name]: currentTarget.value || undefined })}
        />
      ))}
      {actorId === null ? null : (
        <Chip onRemove={() => filter({ actorId: undefined })}>
          {text.onlyBy(actor === undefined ? text.somebody : actorText(actor, text))}
        </Chip>
      )}
      {targetId === null ? null : <Chip onRemove={() => filter({ targetId: undefined })}>{text.onlyAboutOne}</Chip>}
    </Group>
  );
}

function Chip({ children, onRemove }: { readonly children: string; readonly onRemove: () => void }) {
  const { common } = useText();
  return (
    <Pill
      size="lg"
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': `${common.clear}: ${children}`, 'aria-hidden': false, tabIndex: 0 }}
    >
      {children}
    </Pill>
  );
}

function useColumns(): Column<AuditLog>[] {
  const { auditLogs: text } = useText();
  const { organization } = useSession();
  const { filter } = useListSearch();
  return [
    {
      key: 'action',
      title: text.what,
      phone: 'first',
      render: (record) => (
        <Stack gap={2} py={4}>
          <Text span>
            {record.actor.id === null ? (
              actorText(record, text)
            ) : (
              <UnstyledButton
                className="filter-button"
                aria-label={text.onlyBy(actorText(record, text))}
                onClick={() => filter({ actorId: record.actor.id ?? undefined })}
              >
                {actorText(record, text)}
              </UnstyledButton>
            )}{' '}
            <TextLink
              to="/settings/audit-log"
              search={(before: object) => ({ ...before, record: record.id })}
              resetScroll={false}
            >
              {deedText(record, text)}
            </TextLink>
          </Text>
          <Impersonator record={record} />
          <Changes record={record} />
        </Stack>
      ),
    },
    {
      key: 'occurredAt',
      title: text.when,
      sortKey: 'occurredAt',
      phone: 'second',
      render: ({ occurredAt }) => <Instant at={occurredAt} zone={organization.timezone} />,
    },
  ];
}

function Impersonator({ record: { impersonator, actor } }: { readonly record: AuditLog }) {
  const { auditLogs: text } = useText();
  // Of the beginning and end of acting as somebody, the operator is the actor.
  if (impersonator === null || impersonator.id === actor.id) return null;
  return (
    <Text size="sm" fw={600}>
      {text.impersonated(impersonator.email)}
    </Text>
  );
}

/** The first few fields of a record that was there before and after: of a new one, all of them would be listed. */
function Changes({ record: { changes, names, target } }: { readonly record: AuditLog }) {
  const dictionary = useText();
  const { organization } = useSession();
  const changed = Object.entries(changes);
  const wasThere = changed.some(([, { before }]) => before !== null);
  const isThere = changed.some(([, { after }]) => after !== null);
  if (!wasThere || !isThere) return null;
  const more = changed.length - CHANGES_SHOWN;
  const textOf = (field: string, value: unknown) =>
    valueText(value, organization.timezone, dictionary, names, wordsOfValues(field, target.type, dictionary));
  return (
    <Text size="xs" c="dimmed" lineClamp={3}>
      {changed
        .slice(0, CHANGES_SHOWN)
        .map(
          ([field, { before, after }]) =>
            `${fieldName(field, dictionary)}: ${textOf(field, before)} → ${textOf(field, after)}`,
        )
        .join(' · ')}
      {more > 0 ? ` · ${dictionary.auditLogs.more(more)}` : ''}
    </Text>
  );
}
