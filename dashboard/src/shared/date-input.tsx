import './date-input.css';
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { useRef, useState, type KeyboardEvent } from 'react';
import { CalendarIcon } from './icons';
import { useText } from './language';
import { dateToType, dayPattern, isWholeDate, readDate, type DateKind } from './typed-date';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'rightSection'> {
  /** `2027-05-14`, with `kind="time"` `2027-05-14T19:30`; empty for none. */
  readonly value?: string;
  /** Told the same; or what was typed where it is no date, for the service to say so. */
  readonly onChange?: (value: string) => void;
  readonly kind?: DateKind;
  /** A time that is typed without a day is the first one from then on: `2027-05-14T19:30`. */
  readonly from?: string | undefined;
}

/**
 * A day, or a day with a time, typed and shown as in the user's language. The browser's own field shows it in the language
 * of the browser; only its calendar is used.
 */
export function DateInput({ value = '', onChange, kind = 'date', from, error, onBlur, onKeyDown, ...props }: Props) {
  const { common, problems } = useText();
  // Null while nobody types: then the value is shown.
  const [typed, setTyped] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const text = typed ?? dateToType(value, kind);
  const isUnread = typed === null && value !== '' && readDate(value, kind) === null;
  const emit = (next: string) => {
    if (next !== value) onChange?.(next);
  };
  const type = (next: string) => {
    setTyped(next);
    const read = readDate(next, kind);
    if (next.trim() === '') emit('');
    else if (read !== null && isWholeDate(next, kind)) emit(read);
  };
  const finish = () => {
    if (typed === null) return;
    emit(typed.trim() === '' ? '' : (readDate(typed, kind, from) ?? typed.trim()));
    setTyped(null);
  };
  const key = (event: KeyboardEvent<HTMLInputElement>) => {
    // Before the form is sent by it.
    if (event.key === 'Enter') finish();
    onKeyDown?.(event);
  };
  const open = () => {
    setTyped(null);
    picker.current?.showPicker();
  };
  return (
    <TextInput
      placeholder={dayPattern(common.dateParts)}
      {...props}
      autoComplete="off"
      value={text}
      error={error ?? (isUnread ? problems.fields[kind === 'date' ? 'invalid_date' : 'invalid_timestamp'] : null)}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={key}
      onBlur={(event) => {
        finish();
        onBlur?.(event);
      }}
      rightSection={
        <>
          <ActionIcon variant="subtle" color="gray" size="md" aria-label={common.openCalendar} onClick={open}>
            <CalendarIcon width={16} aria-hidden />
          </ActionIcon>
          <input
            ref={picker}
            type={kind === 'date' ? 'date' : 'datetime-local'}
            className="date-picker"
            tabIndex={-1}
            aria-hidden
            value={readDate(value, kind) ?? ''}
            onChange={({ currentTarget }) => emit(currentTarget.value)}
          />
        </>
      }
    />
  );
}
