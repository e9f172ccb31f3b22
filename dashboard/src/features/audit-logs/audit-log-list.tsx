import './audit-log.css';
import { Pill, Stack, Text, UnstyledButton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ListAuditLogsData } from '@tour-events/client';
import type { ReactNode } from 'react';
import { Filters } from '../../shared/filters';
import { Avatar } from '../../shared/avatar';
import { useBatchedRows, type Batched } from '../../shared/batched-rows';
import { DateInput } from '../../shared/date-input';
import { useLanguage, useEveryText } from '../../shared/language';
import { isDate, listQuery, useListSearch } from '../../shared/list-search';
import { Mark } from '../../shared/mark';
import { Empty, NothingFound, Page } from '../../shared/page';
import { RecordTable, type Column, type PageOfRows } from '../../shared/record-table';
import { TextButton } from '../../shared/text-button';
import { TextLink } from '../../shared/text-link';
import { clockText, dateIn, instantWithZone, OWN_TIME_ZONE, weekdayText, zoneName } from '../../shared/time';
import { SelectFilter } from '../../shared/select-filter';
import { useSession } from '../session';
import { actorText, batchText, deedText, fieldChanges, pathName, valueText, type AuditLog } from './audit-words';
import { wordsOfValues } from './field-words';

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

type Query = NonNullable<ListAuditLogsData['query']>;
type Types = Readonly<Record<string, string>>;

interface Props<Row extends AuditLog> {
  /** Its address, which also says which record is open. */
  readonly to: '/settings/audit-log' | '/platform/audit-log';
  readonly actions?: ReactNode;
  /** Stands above the list. */
  readonly notice: ReactNode;
  /** What a select offers of the types of records, with their names. */
  readonly types?: Types;
  readonly list: UseQueryResult<PageOfRows<Row>>;
  /** Those between what happened and when. */
  readonly columns?: readonly Column<Row>[];
  /** Of the times in the list. */
  readonly zone: string;
  readonly children?: ReactNode;
}

/** What the address asks of a log. */
export function useAuditLogSearch(): Query {
  const { search } = useListSearch();
  return { limit: 50, ...listQuery(search, TAKES) };
}

/** A log: who did what, newest first. */
export function AuditLogList<Row extends AuditLog>(props: Props<Row>) {
  const { actions, notice, types, list, zone, children } = props;
  const { auditLogs: text } = useEveryText();
  const lineOf = useLine(props);
  const { search } = useListSearch();
  const isFiltered = Object.keys(listQuery(search, TAKES)).length > 0;
  const { data, error, isFetching, isPlaceholderData, refetch } = list;
  const { rows, toggle } = useBatchedRows(
    data?.data ?? [],
    (batch, record) => isOfOneRequest(batch[0]!, record) || isRepeated([...batch, record], lineOf),
  );
  return (
    <Page title={text.title} actions={actions}>
      {notice}
      <AuditLogFilters records={list.data?.data ?? []} types={types} />
      <RecordTable
        caption={text.title}
        noun="entries"
        columns={useColumns(props, lineOf, toggle)}
        list={{ data: data && { ...data, data: rows }, error, isFetching, isPlaceholderData, refetch }}
        groupOf={({ occurredAt }) => `${weekdayText(dateIn(occurredAt, zone))} (${zoneName(occurredAt, zone)})`}
        empty={isFiltered ? <NothingFound noun="entries" /> : <Empty>{text.empty}</Empty>}
      />
      {children}
    </Page>
  );
}

function AuditLogFilters({
  records,
  types,
}: {
  readonly records: readonly AuditLog[];
  readonly types?: Types | undefined;
}) {
  const { auditLogs: text } = useEveryText();
  const { language } = useLanguage();
  const { value, filter } = useListSearch();
  const actorId = value('actorId');
  const targetId = value('targetId');
  const actor = records.find((record) => record.actor.id === actorId);
  const data = Object.entries(types ?? {})
    .map(([type, label]) => ({ value: type, label }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
  // Where no select shows the type, it goes with the record.
  const ofRecord = { targetId: undefined, ...(types === undefined && { targetType: undefined }) };
  return (
    <Filters>
      {types === undefined ? null : <SelectFilter name="targetType" label={text.about} data={data} searchable />}
      {(['from', 'to'] as const).map((name) => (
        <DateInput
          key={name}
          w={150}
          placeholder={text[name]}
          aria-label={text[name]}
          value={value(name) ?? ''}
          onChange={(date) => filter({ [name]: isDate(date) ? date : undefined })}
        />
      ))}
      {actorId === null ? null : (
        <Chip onRemove={() => filter({ actorId: undefined })}>
          {text.onlyBy(actor === undefined ? text.somebody : actorText(actor, text))}
        </Chip>
      )}
      {targetId === null ? null : <Chip onRemove={() => filter(ofRecord)}>{text.onlyAboutOne}</Chip>}
    </Filters>
  );
}

function Chip({ children, onRemove }: { readonly children: string; readonly onRemove: () => void }) {
  const { common } = useEveryText();
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

function useColumns<Row extends AuditLog>(
  { to, columns = [], zone }: Props<Row>,
  lineOf: (record: Row) => string,
  onToggle: (id: string) => void,
): Column<Batched<Row>>[] {
  const { auditLogs: text } = useEveryText();
  return [
    {
      key: 'occurredAt',
      title: text.when,
      sortKey: 'occurredAt',
      phone: 'second',
      render: ({ occurredAt }) => (
        <time className="audit-time" dateTime={occurredAt} title={instantWithZone(occurredAt, OWN_TIME_ZONE)}>
          {clockText(occurredAt, zone)}
        </time>
      ),
    },
    {
      key: 'action',
      title: text.what,
      phone: 'first',
      render: (record) => (
        <div className="audit-line" data-part={record.isPart || undefined}>
          {record.actor.type === 'system' ? <Mark size={24} /> : <Avatar name={actorText(record, text)} />}
          <Stack gap={0}>
            <Text span>
              <Actor record={record} />{' '}
              {record.batch === null || isRepeated(record.batch, lineOf) ? (
                <TextLink
                  to={to}
                  search={(before: object) => ({ ...before, record: (record.batch?.[0] ?? record).id })}
                  resetScroll={false}
                  // Beside plain text, its line alone shows that it is a link.
                  {...(record.actor.id === null && { underline: 'always' })}
                >
                  {deedText(record, text)}
                </TextLink>
              ) : null}
              {/* Not in the button, which would begin a line with it. */}
              {record.batch !== null && isRepeated(record.batch, lineOf) ? ', ' : null}
              {record.batch === null ? null : (
                <TextButton aria-expanded={record.isOpen} onClick={() => onToggle(record.id)}>
                  {isRepeated(record.batch, lineOf) ? text.times(record.batch.length) : batchText(record.batch, text)}{' '}
                  <span aria-hidden>{record.isOpen ? '▾' : '▸'}</span>
                </TextButton>
              )}
            </Text>
            <Impersonator record={record} />
            {record.batch === null || isRepeated(record.batch, lineOf) ? <Changes record={record} /> : null}
          </Stack>
        </div>
      ),
    },
    ...columns,
  ];
}

function isOfOneRequest(one: AuditLog, other: AuditLog): boolean {
  return (
    one.context.requestId !== null &&
    one.context.requestId === other.context.requestId &&
    one.action === other.action &&
    one.actor.id === other.actor.id
  );
}

/** Whether all records say the same. */
function isRepeated<Row>([first, ...others]: readonly Row[], lineOf: (record: Row) => string): boolean {
  const line = lineOf(first!);
  return others.every((record) => lineOf(record) === line);
}

/** All that a row shows beside its time and columns of others: what has the same is shown once. */
function useLine<Row extends AuditLog>({ zone }: Props<Row>): (record: Row) => string {
  const dictionary = useEveryText();
  const { auditLogs: text } = dictionary;
  return (record) => {
    const { actor, impersonator, target, changes, occurredAt } = record;
    const who = [actor.id, impersonator?.id, (record as { organizationId?: string | null }).organizationId];
    const shown = fieldChanges(changes).filter(({ before, after }) => before !== null && after !== null);
    return JSON.stringify([dateIn(occurredAt, zone), ...who, target.type, deedText(record, text), shown]);
  };
}

/** Who did it; a click shows what else they did. */
function Actor({ record }: { readonly record: AuditLog }) {
  const { auditLogs: text } = useEveryText();
  const { filter } = useListSearch();
  const name = actorText(record, text);
  const { id } = record.actor;
  if (id === null) return name;
  return (
    <UnstyledButton
      className="filter-button audit-actor"
      aria-label={text.onlyBy(name)}
      onClick={() => filter({ actorId: id })}
    >
      {name}
    </UnstyledButton>
  );
}

function Impersonator({ record: { impersonator, actor } }: { readonly record: AuditLog }) {
  const { auditLogs: text } = useEveryText();
  // Of the beginning and end of acting as somebody, the operator is the actor.
  if (impersonator === null || impersonator.id === actor.id) return null;
  return (
    <Text size="sm" className="audit-impersonated">
      {text.impersonated(impersonator.email)}
    </Text>
  );
}

/** The first few fields of a record that was there before and after: of a new one, all of them would be listed. */
function Changes({ record: { changes, names, target } }: { readonly record: AuditLog }) {
  const dictionary = useEveryText();
  const { organization } = useSession();
  const values = Object.values(changes);
  const wasThere = values.some(({ before }) => before !== null);
  const isThere = values.some(({ after }) => after !== null);
  // Without names, nothing would be said of what changes refer to.
  if (!wasThere || !isThere || names === undefined) return null;
  const textOf = (field: string, value: unknown) =>
    valueText(value, organization.timezone, dictionary, names, wordsOfValues(field, target.type, dictionary));
  const changed = fieldChanges(changes)
    .map(({ path, before, after }) => {
      const field = path.at(-1)!;
      return { path, before: textOf(field, before), after: textOf(field, after) };
    })
    // Such as two ids of records that are gone.
    .filter(({ before, after }) => before !== after);
  const more = changed.length - CHANGES_SHOWN;
  return (
    <Text size="xs" c="dimmed" lineClamp={3}>
      {changed
        .slice(0, CHANGES_SHOWN)
        .map(({ path, before, after }) => `${pathName(path, dictionary)}: ${before} → ${after}`)
        .join(' · ')}
      {more > 0 ? ` · ${dictionary.auditLogs.more(more)}` : ''}
    </Text>
  );
}
