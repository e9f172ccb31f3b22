import { Alert, Button, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { locale, useEveryText } from '../../shared/language';
import { fieldLabel, fieldsFor, SEVERAL, type Field, type Mapping } from './guest-columns';
import { phoneCountries } from '../../shared/phone-countries';
import type { GuestFileState } from './use-guest-file';

const LEFT_OUT = '-';
const SAMPLES = 3;
/** Of columns that nothing is imported from. */
const MAX_NAMED = 8;

/** Whether a guest's name is among the columns, and none twice of which a guest has one. */
export function isUsable(mapping: Mapping): boolean {
  return hasName(mapping) && !mapping.some((_field, index) => isTwice(mapping, index));
}

/** Whether another column is the same field of which a guest has one. */
function isTwice(mapping: Mapping, index: number): boolean {
  const field = mapping[index] ?? null;
  return field !== null && !SEVERAL.has(field) && mapping.indexOf(field) !== mapping.lastIndexOf(field);
}

const hasName = (mapping: Mapping) => (['name', 'firstName', 'lastName'] as const).some((f) => mapping.includes(f));

interface Props {
  readonly file: GuestFileState;
  readonly disabled: boolean;
  readonly onChange: (changes: { mapping?: Mapping; country?: string | null }) => void;
}

/**
 * A field for each column of the file: which field of a guest it is. Columns that are empty, or that nobody has recognized,
 * stand behind a button.
 */
export function MatchColumns({
  file: { columns, lines, mapping, country, questions, isEmpty },
  disabled,
  onChange,
}: Props) {
  const { guestImport: text } = useEveryText();
  // What is chosen stays where it stands: only what was recognized at first is always shown.
  const [recognized] = useState(() => mapping.map((field) => field !== null));
  const [isOpen, setOpen] = useState(!hasName(mapping));
  const countries = useMemo(() => phoneCountries(locale()), []);
  const labelOf = (field: Field) => fieldLabel(field, text.fields, questions);
  const options = [
    { value: LEFT_OUT, label: text.leftOut },
    ...fieldsFor(questions).map((field) => ({ value: field as string, label: labelOf(field) })),
  ];
  const samplesOf = (index: number) =>
    lines
      .slice(1)
      .flatMap(({ cells }) => cells[index]?.trim() || [])
      .slice(0, SAMPLES)
      .join(', ');
  const choose = (index: number, value: string | null) =>
    onChange({
      mapping: mapping.map((field, at) => (at === index ? (value === LEFT_OUT ? null : (value as Field)) : field)),
    });
  const all = [...columns.keys()];
  const isFolded = (index: number) => !recognized[index];
  const fieldsOf = (indexes: readonly number[]) => (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} className="align-end">
      {indexes.map((index) => {
        const field = mapping[index] ?? null;
        return (
          <Select
            key={columns[index]}
            label={<span className="page-heading">{columns[index]}</span>}
            description={
              <Text span size="xs" lineClamp={1}>
                {isEmpty(index) ? text.noSample : samplesOf(index)}
              </Text>
            }
            allowDeselect={false}
            disabled={disabled}
            data={options}
            value={field ?? LEFT_OUT}
            error={field !== null && isTwice(mapping, index) ? text.twice(labelOf(field)) : undefined}
            onChange={(value) => choose(index, value)}
          />
        );
      })}
    </SimpleGrid>
  );
  const folded = all.filter(isFolded);
  const unused = all.filter((index) => mapping[index] === null && !isEmpty(index)).map((index) => columns[index]!);
  return (
    <Stack gap="sm">
      <Text size="sm">{text.columnsHelp}</Text>
      {hasName(mapping) ? null : (
        <Alert color="red" role="alert">
          {text.nameMissing}
        </Alert>
      )}
      {fieldsOf(all.filter((index) => !isFolded(index)))}
      {folded.length === 0 ? null : (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            className="start"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? text.hideOthers : text.showOthers(folded.length)}
          </Button>
          {isOpen ? fieldsOf(folded) : null}
        </>
      )}
      {unused.length === 0 ? null : (
        <Text size="sm" className="page-heading">
          {text.unused(unused.slice(0, MAX_NAMED), unused.length - MAX_NAMED)}
        </Text>
      )}
      {mapping.includes('phone') ? (
        <Select
          label={text.country}
          description={text.countryHelp}
          maw={420}
          searchable
          clearable
          allowDeselect={false}
          clearButtonProps={{ 'aria-label': text.noCountry }}
          disabled={disabled}
          data={countries}
          value={country}
          onChange={(value) => onChange({ country: value })}
        />
      ) : null}
    </Stack>
  );
}
