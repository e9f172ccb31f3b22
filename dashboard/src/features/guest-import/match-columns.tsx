import { Alert, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useText } from '../../shared/language';
import { FIELDS, type Field, type Mapping } from './guest-columns';
import type { GuestFileState } from './use-guest-file';

const LEFT_OUT = '-';
const SAMPLES = 3;

/** Whether a guest's name is among the columns, and no field twice. */
export function isUsable(mapping: Mapping): boolean {
  return hasName(mapping) && mapping.every((field, index) => field === null || mapping.indexOf(field) === index);
}

const hasName = (mapping: Mapping) => (['name', 'firstName', 'lastName'] as const).some((f) => mapping.includes(f));

interface Props {
  readonly file: GuestFileState;
  readonly disabled: boolean;
  readonly onChange: (mapping: Mapping) => void;
}

/** A field for each column of the file: which field of a guest it is. */
export function MatchColumns({ file: { columns, lines, mapping }, disabled, onChange }: Props) {
  const { guestImport: text } = useText();
  const options = [
    { value: LEFT_OUT, label: text.leftOut },
    ...FIELDS.map((field) => ({ value: field as string, label: text.fields[field] })),
  ];
  const samplesOf = (index: number) =>
    lines
      .slice(1, 1 + SAMPLES)
      .map(({ cells }) => cells[index]?.trim())
      .filter(Boolean)
      .join(', ');
  const choose = (index: number, value: string | null) =>
    onChange(mapping.map((field, at) => (at === index ? (value === LEFT_OUT ? null : (value as Field)) : field)));
  return (
    <Stack gap="sm">
      <Text size="sm">{text.columnsHelp}</Text>
      {hasName(mapping) ? null : (
        <Alert color="red" role="alert">
          {text.nameMissing}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} className="align-end">
        {columns.map((column, index) => {
          const field = mapping[index] ?? null;
          const isTwice = field !== null && mapping.indexOf(field) !== mapping.lastIndexOf(field);
          return (
            <Select
              key={column}
              label={<span className="page-heading">{column}</span>}
              description={
                <Text span size="xs" lineClamp={1}>
                  {samplesOf(index) || text.noSample}
                </Text>
              }
              allowDeselect={false}
              disabled={disabled}
              data={options}
              value={field ?? LEFT_OUT}
              error={isTwice ? text.twice(text.fields[field]) : undefined}
              onChange={(value) => choose(index, value)}
            />
          );
        })}
      </SimpleGrid>
    </Stack>
  );
}
