import './guest-import.css';
import { Group, Select, Stack, Text } from '@mantine/core';
import { DELIMITERS, type Delimiter } from '@tour-events/csv';
import { useState, type DragEvent } from 'react';
import { ArrowUpTrayIcon } from '../../shared/icons';
import { useEveryText } from '../../shared/language';
import { choices } from '../../shared/choices';
import { ENCODINGS, type Encoding } from './csv-file';
import type { GuestFileState } from './use-guest-file';

interface ChooseProps {
  readonly name: string | null;
  readonly disabled: boolean;
  readonly onChoose: (file: File) => void;
}

/** A place for a file: it is dropped there, or chosen by a click or Enter. */
export function ChooseFile({ name, disabled, onChoose }: ChooseProps) {
  const { guestImport: text } = useEveryText();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined && !disabled) onChoose(file);
  };
  return (
    <label
      className="file-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
        aria-label={text.file}
        aria-describedby="file-help"
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file can be chosen again after it was corrected.
          currentTarget.value = '';
          if (file !== undefined) onChoose(file);
        }}
      />
      <ArrowUpTrayIcon width={24} aria-hidden />
      <Text fw={600} className="page-heading">
        {name ?? text.choose}
      </Text>
      <Text size="sm" c="dimmed" id="file-help">
        {name === null ? text.fileHelp : text.chooseOther}
      </Text>
    </label>
  );
}

interface ReadingProps {
  readonly file: GuestFileState;
  readonly disabled: boolean;
  readonly onChange: (changes: { encoding?: Encoding; separator?: Delimiter }) => void;
}

/** How the file is read: recognized, but to be chosen where that went wrong. */
export function ReadingOptions({ file, disabled, onChange }: ReadingProps) {
  const { guestImport: text } = useEveryText();
  return (
    <Stack gap={4}>
      <Group gap="sm" align="flex-end">
        <Select
          label={text.encoding}
          w={280}
          allowDeselect={false}
          disabled={disabled}
          data={choices(ENCODINGS, text.encodings)}
          value={file.encoding}
          onChange={(encoding) => onChange({ encoding: encoding as Encoding })}
        />
        <Select
          label={text.separator}
          allowDeselect={false}
          disabled={disabled}
          data={choices(DELIMITERS, text.separators)}
          value={file.separator}
          onChange={(separator) => onChange({ separator: separator as Delimiter })}
        />
      </Group>
      <Text size="xs" c="dimmed">
        {text.recognized}
      </Text>
    </Stack>
  );
}
