import './guest-import.css';
import { Group, SegmentedControl, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useEveryText } from '../../shared/language';
import { numberText } from '../../shared/money';
import { Pages } from '../../shared/pages';
import { Status } from '../../shared/status';
import { EVENT_FIELDS } from './column-names';
import { answerField, fieldLabel, type Field, type Question } from './guest-columns';
import { API_FIELDS, type GuestRow } from './guest-rows';
import type { RowSentences } from './row-problems';

const PAGE_SIZE = 50;

interface Props {
  readonly rows: readonly GuestRow[];
  /** Of the event that the guests are put on; null without one. */
  readonly questions: readonly Question[] | null;
  readonly sentences: RowSentences;
  /** What is said of a row without problems. */
  readonly good: string;
}

/** The file line by line, each with what is wrong with it. */
export function LineTable({ rows, questions, sentences: { problemsOf, warningsOf }, good }: Props) {
  const { guestImport: text } = useEveryText();
  const [shown, setShown] = useState('all');
  const [page, setPage] = useState(1);
  const bad = rows.filter((row) => problemsOf(row).length > 0);
  const list = shown === 'bad' ? bad : rows;
  const pages = Math.max(1, Math.ceil(list.length / PAGE_SIZE));
  const current = Math.min(page, pages);
  const all: readonly Field[] = [...API_FIELDS, ...EVENT_FIELDS, ...(questions ?? []).map(answerField)];
  const fields = all.filter((field) => field !== 'id' && rows.some(({ guest }) => guest[field]));
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label={text.shown}
          data={[
            { value: 'all', label: text.allLines(numberText(rows.length)) },
            { value: 'bad', label: text.badLines(numberText(bad.length)) },
          ]}
          value={shown}
          onChange={(value) => {
            setShown(value);
            setPage(1);
          }}
        />
        <Pages total={pages} value={current} onChange={setPage} />
      </Group>
      <Table.ScrollContainer
        minWidth={0}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': text.lines } }}
      >
        <Table className="record-table line-table">
          <VisuallyHidden component="caption">{text.lines}</VisuallyHidden>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{text.line}</Table.Th>
              <Table.Th scope="col">{text.state}</Table.Th>
              {fields.map((field) => (
                <Table.Th key={field} scope="col">
                  {fieldLabel(field, text.fields, questions)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.slice((current - 1) * PAGE_SIZE, current * PAGE_SIZE).map((row) => (
              <Line
                key={row.source.line}
                row={row}
                fields={fields}
                problems={problemsOf(row)}
                warnings={warningsOf(row)}
                good={good}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

interface LineProps {
  readonly row: GuestRow;
  readonly fields: readonly Field[];
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  readonly good: string;
}

function Line({ row: { source, guest, problem }, fields, problems, warnings, good }: LineProps) {
  const isWhole = problem !== null && problem !== 'name';
  return (
    <Table.Tr>
      <Table.Td className="figures" data-phone="second">
        {source.line}
      </Table.Td>
      <Table.Td data-phone="second" miw={180}>
        {problems.length === 0 ? (
          <>
            <Status tone={warnings.length === 0 ? 'good' : 'waiting'}>{good}</Status>
            {warnings.map((each) => (
              <Text key={each} size="xs" c="dimmed">
                {each}
              </Text>
            ))}
          </>
        ) : (
          problems.map((each) => (
            <div key={each}>
              <Status tone="bad">{each}</Status>
            </div>
          ))
        )}
      </Table.Td>
      {isWhole ? (
        <Table.Td colSpan={fields.length} data-phone="first">
          <Text size="sm" c="dimmed" lineClamp={2}>
            {source.cells.join(' · ')}
          </Text>
        </Table.Td>
      ) : (
        fields.map((field) => (
          <Table.Td key={field} data-phone={field === 'name' ? 'first' : field === 'email' ? 'second' : 'none'}>
            <Text size="sm" lineClamp={2} inherit>
              {field === 'tags' ? guest.tags?.replaceAll('|', ', ') : guest[field]}
            </Text>
          </Table.Td>
        ))
      )}
    </Table.Tr>
  );
}
