import './tour-dates.css';
import { ActionIcon, Alert, Button, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ApiError, randomKey } from '@tour-events/client';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { DateInput } from '../../shared/date-input';
import { XMarkIcon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { fieldText, problemText } from '../../shared/problems';
import { RecordForm } from '../../shared/record-form';
import { timeZones } from '../../shared/time';
import { events } from '../events';
import { useDraftKey, useSession } from '../session';
import { eventOf, isEmpty, newRow, rowErrors, wholeRows, type DateRow } from './date-rows';

/** What could not be saved, and why, by the fields of the form. */
interface Unsaved {
  readonly failed: readonly DateRow[];
  readonly errors: Readonly<Record<string, string>>;
}

interface Props {
  readonly tourId: string;
  readonly onClose: () => void;
}

/** The dates of a tour as rows, saved with one press. Those that can't be saved stay, each with what is wrong. */
export function TourDates({ tourId, onClose }: Props) {
  const { tours: text, events: eventText, problems } = useText();
  const { organization } = useSession();
  const form = useForm<{ rows: DateRow[] }>({ initialValues: { rows: [newRow(), newRow()] } });
  const { rows } = form.values;
  const whole = wholeRows(rows, organization.timezone);
  // When the connection breaks in between, the same is sent again: without the rows that were saved.
  const saved = useRef(new Set<string>());

  const save = async (values: { rows: DateRow[] }): Promise<Unsaved> => {
    const failed: DateRow[] = [];
    const errors: Record<string, string> = {};
    for (const row of wholeRows(values.rows, organization.timezone)) {
      if (isEmpty(row) || saved.current.has(row.key)) continue;
      try {
        await events.create(eventOf(row, tourId), row.key);
        saved.current.add(row.key);
      } catch (error) {
        if (!(error instanceof ApiError) || error.isTemporary) throw error;
        const wrong = rowErrors(error, (problem) => fieldText(problem, problems), problemText(error, problems));
        for (const [field, said] of Object.entries(wrong)) errors[`rows.${failed.length}.${field}`] = said;
        // Corrected, it is another request.
        failed.push({ ...row, key: randomKey() });
      }
    }
    return { failed, errors };
  };
  const showUnsaved = ({ failed, errors }: Unsaved) => {
    if (failed.length === 0) return onClose();
    // At once: the rows that were saved are gone before the focus goes to a field.
    flushSync(() => {
      form.setValues({ rows: [...failed, newRow()] });
      form.setErrors(errors);
    });
    form.getInputNode(Object.keys(errors)[0]!)?.focus();
  };

  const input = (index: number, field: 'name' | 'startsAt' | 'endsAt' | 'timezone' | 'city') => ({
    ...form.getInputProps(`rows.${index}.${field}`),
    label: eventText.fields[field],
    value: whole[index]![field],
  });
  const change = (index: number, changed: Partial<DateRow>) => {
    const next = rows.map((row, position) => (position === index ? { ...row, ...changed } : row));
    // There is always one more to type into.
    if (!isEmpty(next.at(-1)!)) next.push(newRow());
    form.setValues({ rows: next });
    for (const field of Object.keys(changed)) form.clearFieldError(`rows.${index}.${field}`);
    form.clearFieldError(`rows.${index}.row`);
  };
  const filled = rows.filter((row) => !isEmpty(row)).length;
  return (
    <RecordForm
      title={text.addDates}
      form={form}
      draftKey={useDraftKey(`dates ${tourId}`)}
      etag={null}
      send={save}
      size={1080}
      canSubmit={filled > 0}
      submitLabel={text.saveDates(filled)}
      onDone={showUnsaved}
      onClose={onClose}
    >
      <Text size="sm">{text.datesText}</Text>
      {rows.map((row, index) => (
        <Fieldset key={row.key} legend={text.dateRow(index + 1)} p="xs">
          <Stack gap={4}>
            <div className="date-row">
              <TextInput
                {...input(index, 'name')}
                {...(index === 0 && { 'data-autofocus': true })}
                onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
              />
              <DateInput
                {...input(index, 'startsAt')}
                kind="time"
                onChange={(startsAt) => change(index, { startsAt })}
              />
              <DateInput {...input(index, 'endsAt')} kind="time" onChange={(endsAt) => change(index, { endsAt })} />
              <Select
                {...input(index, 'timezone')}
                data={timeZones()}
                searchable
                allowDeselect={false}
                limit={100}
                onChange={(timezone) => change(index, { timezone })}
              />
              <Group gap={4} wrap="nowrap" align="flex-end">
                <TextInput
                  {...input(index, 'city')}
                  flex={1}
                  onChange={({ currentTarget }) => change(index, { city: currentTarget.value })}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={34}
                  aria-label={text.removeDate(index + 1)}
                  disabled={rows.length === 1}
                  onClick={() => form.setValues({ rows: rows.filter((_, position) => position !== index) })}
                >
                  <XMarkIcon width={16} aria-hidden />
                </ActionIcon>
              </Group>
            </div>
            {form.errors[`rows.${index}.row`] === undefined ? null : (
              <Alert color="red" role="alert" p="xs">
                {form.errors[`rows.${index}.row`]}
              </Alert>
            )}
          </Stack>
        </Fieldset>
      ))}
      <Button
        variant="subtle"
        size="xs"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => form.setValues({ rows: [...rows, newRow()] })}
      >
        {text.addRow}
      </Button>
    </RecordForm>
  );
}
