import { Button, Checkbox, Group, Skeleton, Stack, Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ValidationError } from '@tour-events/client';
import { useEffect, type ReactNode } from 'react';
import type { Noun } from '../locales/en/lists';
import { useText } from './language';
import { useListSearch } from './list-search';
import { Pages } from './pages';
import { ProblemAlert } from './problem-alert';
import { useSteadyRows } from './steady-rows';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** For a column of controls: only screen readers need its title. */
  readonly titleHidden?: boolean;
  readonly render: (row: Row) => ReactNode;
  /** Given when the API sorts by it. */
  readonly sortKey?: string;
  readonly align?: 'right';
  /** Whether a phone shows it: in the first line, in the second, or not at all. */
  readonly phone?: 'first' | 'second';
  /** Whether its title stands before what it shows on a phone, which has no headings: for figures that say nothing alone. */
  readonly isLabelled?: boolean;
}

export interface PageOfRows<Row> {
  readonly data: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly totalPages: number;
}

interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  /** The name of a row's checkbox. */
  readonly nameOf: (id: string) => string;
}

interface Props<Row> {
  readonly caption: string;
  /** What its rows are, for their number below. */
  readonly noun: Noun;
  readonly columns: readonly Column<Row>[];
  readonly list: {
    readonly data: PageOfRows<Row> | undefined;
    readonly error: unknown;
    readonly isFetching: boolean;
    /** Whether the rows are still those of another address. */
    readonly isPlaceholderData?: boolean;
    readonly refetch?: () => unknown;
  };
  readonly empty: ReactNode;
  /** The colour of a row's edge, such as that of its tour. */
  readonly edgeOf?: (row: Row) => string;
  /** Whether a row is of what is over: it stands back. */
  readonly isOver?: (row: Row) => boolean;
  readonly selection?: Selection;
  /** What rows that follow each other have in common, such as their day: it stands above them once. */
  readonly groupOf?: (row: Row) => string;
}

/** A page of a list of the API, which filters, sorts and counts; the address says which page it is. */
export function RecordTable<Row extends { readonly id: string }>(props: Props<Row>) {
  const { caption, noun, columns, list, empty, edgeOf, isOver, selection, groupOf } = props;
  const { data: page, error, isFetching, isPlaceholderData = false } = list;
  const { search, goToInstead } = useListSearch();
  const { common } = useText();
  const last = page !== undefined && !isPlaceholderData && page.page > page.totalPages ? page.totalPages : 0;
  useEffect(() => {
    if (last > 0) goToInstead(last);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- it is a new one each time
  }, [last]);
  const address = JSON.stringify(search);
  // Rows of another address are shown for the moment, but not kept in their places.
  const steady = useSteadyRows(isPlaceholderData ? null : (page?.data ?? null), address);
  const rows = isPlaceholderData ? (page?.data ?? []) : steady.rows;
  /** Whether a row is the first of its group. */
  const isFirst = (all: readonly (Row | null)[], index: number): boolean => {
    const [row, above] = [all[index], all.slice(0, index).findLast((each) => each !== null)];
    return groupOf !== undefined && row != null && (above == null || groupOf(above) !== groupOf(row));
  };
  const hasFailed = error !== null && error !== undefined;
  const problem = hasFailed ? <ListProblem error={error} onTryAgain={list.refetch} /> : null;
  if (page === undefined && hasFailed) return problem;
  if (page?.total === 0) return empty;
  return (
    <div>
      {problem}
      <Table.ScrollContainer
        minWidth={0}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': caption } }}
      >
        <Table className="record-table" highlightOnHover aria-busy={isFetching || page === undefined}>
          <VisuallyHidden component="caption">{caption}</VisuallyHidden>
          <Table.Thead>
            <Table.Tr>
              {selection === undefined ? null : <SelectAll rows={page?.data ?? []} {...selection} />}
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody {...steady.handlers}>
            {page === undefined ? <SkeletonRows columns={columns.length} /> : null}
            {rows.map((row, index) =>
              row === null ? (
                <Table.Tr key={`gone ${index}`}>
                  <Table.Td colSpan={columns.length + 1} data-phone="first" c="dimmed">
                    {common.goneRow}
                  </Table.Td>
                </Table.Tr>
              ) : (
                <Table.Tr
                  key={row.id}
                  className={isFirst(rows, index) ? 'record-group-first' : undefined}
                  data-over={isOver?.(row) === true || undefined}
                  {...(edgeOf !== undefined && { 'data-edge': true, style: { '--edge': edgeOf(row) } as object })}
                >
                  {selection === undefined ? null : <SelectOne id={row.id} {...selection} />}
                  {columns.map(({ key, title, render, align, phone, isLabelled }, column) => (
                    <Table.Td
                      key={key}
                      ta={align}
                      data-phone={phone ?? 'none'}
                      data-label={isLabelled === true ? title : undefined}
                      className={align && 'figures'}
                    >
                      {column === 0 && isFirst(rows, index) ? (
                        <span className="record-group">{groupOf!(row)} </span>
                      ) : null}
                      {render(row)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ),
            )}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {page === undefined ? null : <Footer page={page} noun={noun} />}
    </div>
  );
}

interface ListProblemProps {
  readonly error: unknown;
  readonly onTryAgain: (() => unknown) | undefined;
}

/** Why a list could not be read, and the way on: without what the address asks for, when that is what is wrong. */
function ListProblem({ error, onTryAgain }: ListProblemProps) {
  const { common, states } = useText();
  const navigate = useNavigate();
  return (
    <Stack align="flex-start" gap="sm" mb="sm">
      <ProblemAlert error={error} />
      {error instanceof ValidationError ? (
        <Button variant="default" onClick={() => void navigate({ to: '.', search: {} })}>
          {common.clearFilters}
        </Button>
      ) : onTryAgain === undefined ? null : (
        <Button variant="default" onClick={() => void onTryAgain()}>
          {states.tryAgain}
        </Button>
      )}
    </Stack>
  );
}

function HeaderCell<Row>({ column: { title, titleHidden, sortKey, align, phone } }: { readonly column: Column<Row> }) {
  const { search, filter } = useListSearch();
  const isActive = sortKey !== undefined && search.sortBy === sortKey;
  const isDescending = search.sortDir === 'desc';
  const sort = isActive ? (isDescending ? 'descending' : 'ascending') : undefined;
  return (
    <Table.Th scope="col" ta={align} aria-sort={sort} data-phone={phone ?? 'none'}>
      {titleHidden === true ? (
        <VisuallyHidden>{title}</VisuallyHidden>
      ) : sortKey === undefined ? (
        title
      ) : (
        <UnstyledButton
          className="sort-button"
          onClick={() => filter({ sortBy: sortKey, sortDir: isActive && !isDescending ? 'desc' : 'asc' })}
        >
          {title}
          <span aria-hidden>{isActive ? (isDescending ? ' ↓' : ' ↑') : ''}</span>
        </UnstyledButton>
      )}
    </Table.Th>
  );
}

function SelectAll({ rows, selected, onSelect }: Selection & { readonly rows: readonly { readonly id: string }[] }) {
  const { common } = useText();
  const chosen = rows.filter(({ id }) => selected.has(id)).length;
  return (
    <Table.Th w={36}>
      <Checkbox
        size="xs"
        aria-label={common.selectAll}
        checked={chosen > 0 && chosen === rows.length}
        indeterminate={chosen > 0 && chosen < rows.length}
        onChange={({ currentTarget }) => onSelect(new Set(currentTarget.checked ? rows.map(({ id }) => id) : []))}
      />
    </Table.Th>
  );
}

function SelectOne({ id, selected, onSelect, nameOf }: Selection & { readonly id: string }) {
  const toggle = () => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <Table.Td w={36} data-phone="select">
      <Checkbox size="xs" aria-label={nameOf(id)} checked={selected.has(id)} onChange={toggle} />
    </Table.Td>
  );
}

function SkeletonRows({ columns }: { readonly columns: number }) {
  return Array.from({ length: 8 }, (_, row) => (
    <Table.Tr key={row} data-loading>
      <Table.Td colSpan={columns + 1}>
        <Skeleton h={20} />
      </Table.Td>
    </Table.Tr>
  ));
}

function Footer({
  page: { total, page, totalPages },
  noun,
}: {
  readonly page: PageOfRows<unknown>;
  readonly noun: Noun;
}) {
  const { lists } = useText();
  const { goTo } = useListSearch();
  return (
    <Group justify="space-between" mt="sm" className="no-print">
      <Text size="sm" c="dimmed" role="status">
        {lists.counted(total, noun)}
      </Text>
      <Pages total={totalPages} value={page} onChange={goTo} />
    </Group>
  );
}
