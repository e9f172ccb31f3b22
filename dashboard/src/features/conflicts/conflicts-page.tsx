import { Button, Select, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ConflictKind, ConflictView } from '@tour-events/client';
import { useState } from 'react';
import { Filters } from '../../shared/filters';
import { DateInput } from '../../shared/date-input';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { isDate, isOn, listQuery, useListSearch } from '../../shared/list-search';
import { Empty, Page } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { RecordTable, type Column } from '../../shared/record-table';
import { SearchSelect } from '../../shared/search-select';
import { Status } from '../../shared/status';
import { TextLink } from '../../shared/text-link';
import { choices } from '../../shared/choices';
import { useSession } from '../session';
import { TOUR_CHOICES } from '../tours';
import { conflictKey, conflictsQuery, reopenConflict } from './conflicts-queries';

const AcknowledgeForm = lazyDialog(() => import('./acknowledge-form').then((file) => file.AcknowledgeForm));

const KINDS = [
  'vehicle',
  'driver',
  'team_member',
  'guest',
  'outside_tour',
  'over_capacity',
] as const satisfies readonly ConflictKind[];

/** What does not go together in the plans, with what would solve it. */
export function ConflictsPage() {
  const { conflicts: text } = useText();
  const { search } = useListSearch();
  const [acknowledging, setAcknowledging] = useState<ConflictView | null>(null);
  const reopen = useMutation({ mutationFn: reopenConflict });
  const query = listQuery(search, {
    from: 'date',
    to: 'date',
    tourId: 'text',
    kind: { anyOf: KINDS },
    acknowledged: 'flag',
  });
  const list = useQuery(conflictsQuery({ limit: 20, ...query }));
  const isAcknowledged = query.acknowledged !== undefined;
  return (
    <Page title={text.title}>
      <ConflictFilters />
      {reopen.error === null ? null : <ProblemAlert error={reopen.error} />}
      <RecordTable
        caption={text.title}
        noun="conflicts"
        columns={useColumns(setAcknowledging, (conflict) => reopen.mutate(conflict))}
        list={{ ...list, data: list.data && { ...list.data, data: list.data.data.map(withId) } }}
        empty={<Empty>{isAcknowledged ? text.emptyAcknowledged : text.empty}</Empty>}
      />
      {acknowledging === null ? null : (
        <AcknowledgeForm conflict={acknowledging} onClose={() => setAcknowledging(null)} />
      )}
    </Page>
  );
}

type Row = ConflictView & { readonly id: string };

/** Rows of tables have ids. */
const withId = (conflict: ConflictView): Row => ({ ...conflict, id: conflictKey(conflict) });

/** In the address. */
function ConflictFilters() {
  const { conflicts: text, common } = useText();
  const { search, value, filter } = useListSearch();
  const clear = { clearable: true, clearButtonProps: { 'aria-label': common.clear } } as const;
  return (
    <Filters>
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
      <SearchSelect
        {...clear}
        source={TOUR_CHOICES}
        aria-label={text.tour}
        placeholder={text.tour}
        w={180}
        value={value('tourId')}
        onChange={(tourId) => filter({ tourId: tourId ?? undefined })}
      />
      <Select
        {...clear}
        aria-label={text.kind}
        placeholder={text.kind}
        w={180}
        data={choices(KINDS, text.kinds)}
        value={value('kind')}
        onChange={(kind) => filter({ kind: kind ?? undefined })}
      />
      <Switch
        size="sm"
        label={text.acknowledged}
        checked={isOn(search['acknowledged'])}
        onChange={({ currentTarget }) => filter({ acknowledged: currentTarget.checked || undefined })}
      />
    </Filters>
  );
}

function useColumns(acknowledge: (conflict: ConflictView) => void, reopen: (conflict: ConflictView) => void) {
  const { conflicts: text, common } = useText();
  const { organization } = useSession();
  const columns: Column<Row>[] = [
    {
      key: 'kind',
      title: text.kind,
      phone: 'first',
      render: ({ kind, severity, subject }) => (
        <Stack gap={4} align="flex-start">
          <Status tone={severity === 'error' ? 'bad' : 'waiting'}>{text.kinds[kind]}</Status>
          <Text size="sm">{subject.name ?? text.unknownSubject}</Text>
        </Stack>
      ),
    },
    {
      key: 'events',
      title: text.events,
      phone: 'second',
      render: ({ events }) => (
        // As far apart as fingers need.
        <Stack gap={4}>
          {events.map(({ id, name }) => (
            <TextLink key={id} to="/events/$eventId" params={{ eventId: id }}>
              {name}
            </TextLink>
          ))}
        </Stack>
      ),
    },
    {
      key: 'when',
      title: text.when,
      phone: 'second',
      render: ({ from }) => (from === null ? text.noTime : <Instant at={from} zone={organization.timezone} />),
    },
    {
      key: 'solution',
      title: text.solution,
      phone: 'second',
      render: ({ kind, acknowledged }) =>
        acknowledged === null ? (
          text.solutions[kind]
        ) : (
          <Stack gap={0}>
            <Text size="sm">{text.known(acknowledged.byName)}</Text>
            {acknowledged.note === null ? null : (
              <Text size="sm" c="dimmed" className="prose">
                {acknowledged.note}
              </Text>
            )}
          </Stack>
        ),
    },
    {
      key: 'actions',
      title: common.actions,
      titleHidden: true,
      align: 'right',
      phone: 'second',
      render: (conflict) =>
        conflict.acknowledged === null ? (
          <Button size="compact-sm" variant="default" onClick={() => acknowledge(conflict)}>
            {text.acknowledge}
          </Button>
        ) : (
          <Button size="compact-sm" variant="default" onClick={() => reopen(conflict)}>
            {text.reopen}
          </Button>
        ),
    },
  ];
  return columns;
}
