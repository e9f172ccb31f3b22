import './row-select.css';
import { Combobox, InputBase, Select } from '@mantine/core';
import { useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Tone } from './status';

interface Props<Value extends string> {
  /** The accessible name. */
  readonly label: string;
  readonly data: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** That of what is chosen, where it is a state: then it looks like one. */
  readonly tone?: Tone;
  /** Width and greatest width, in pixels. */
  readonly w?: number;
  readonly maw?: number;
}

/** The keys that open a list of options, by the pattern "select-only combobox" of WAI-ARIA. */
const OPENING_KEYS = ['ArrowDown', 'ArrowUp', 'Enter', ' '];

/**
 * A choice in a row of a table. Until it is opened first it is a field that only looks like one: fifty whole ones take
 * longer to make than all the rest of the page.
 */
export function RowSelect<Value extends string>({ label, data, value, onChange, tone, w, maw }: Props<Value>) {
  const [isUsed, setUsed] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const looks = {
    'aria-label': label,
    size: 'xs',
    w,
    maw,
    ...(tone !== undefined && {
      variant: 'unstyled',
      className: 'tone-select',
      wrapperProps: { 'data-tone': tone },
      leftSection: <span className="status-dot" aria-hidden />,
      leftSectionPointerEvents: 'none' as const,
    }),
  } as const;
  if (!isUsed) {
    const open = () => {
      flushSync(() => setUsed(true));
      // It takes the focus, too.
      field.current?.click();
    };
    return (
      <InputBase
        {...looks}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        readOnly
        pointer
        value={data.find((option) => option.value === value)?.label ?? value}
        rightSection={<Combobox.Chevron size="xs" />}
        rightSectionPointerEvents="none"
        onClick={open}
        onKeyDown={(event: KeyboardEvent) => {
          if (!OPENING_KEYS.includes(event.key)) return;
          event.preventDefault();
          open();
        }}
      />
    );
  }
  return (
    <Select
      {...looks}
      comboboxProps={tone === undefined ? undefined : { width: 'max-content', position: 'bottom-start' }}
      ref={field}
      allowDeselect={false}
      data={data}
      value={value}
      onChange={(chosen) => {
        if (chosen !== null && chosen !== value) onChange(chosen);
      }}
    />
  );
}
