import { Checkbox, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { DuplicateEventData, GetEventResponse } from '@tour-events/client';
import { DateInput } from '../../shared/date-input';
import { useText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { instantAt, localTime } from '../../shared/time';
import { useDraftKey } from '../session';
import { duplicateEvent } from './events-queries';

type Event = GetEventResponse;
type Part = NonNullable<DuplicateEventData['body']['with']>[number];

const PARTS = ['team', 'vehicles', 'guests'] as const satisfies readonly Part[];
const DAY_MS = 86_400_000;

interface Props {
  readonly event: Event;
  readonly onDone: (event: Event) => void;
  readonly onClose: () => void;
}

/** Makes an event like another one, at another time: what else it gets is ticked. */
export function DuplicateForm({ event, onDone, onClose }: Props) {
  const { events: text } = useText();
  const { timezone } = event;
  const form = useForm({ initialValues: { startsAt: nextDay(event), with: ['team', 'vehicles'] as string[] } });
  return (
    <RecordForm
      title={text.duplicateTitle(event.name)}
      form={form}
      draftKey={useDraftKey(`duplicate ${event.id}`)}
      etag={null}
      send={({ startsAt, with: parts }, { idempotencyKey }) =>
        duplicateEvent(
          event.id,
          // An empty one is for the service to refuse, at its field.
          {
            startsAt: startsAt && instantAt(`${startsAt}:00`, timezone),
            with: PARTS.filter((part) => parts.includes(part)),
          },
          idempotencyKey,
        )
      }
      submitLabel={text.duplicate}
      onDone={onDone}
      onClose={onClose}
    >
      <Text size="sm">{text.duplicateText}</Text>
      <DateInput
        label={text.fields.startsAt}
        description={timezone}
        kind="time"
        required
        data-autofocus
        {...form.getInputProps('startsAt')}
      />
      <Checkbox.Group label={text.duplicateWith} {...form.getInputProps('with')}>
        <Stack gap="xs" mt="xs">
          {PARTS.map((part) => (
            <Checkbox key={part} value={part} label={text.parts[part]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </RecordForm>
  );
}

/** A day later by the clocks of its place; tours go on the day after. */
function nextDay({ startsAt, timezone }: Event): string {
  const local = localTime(startsAt, timezone);
  return local === '' ? '' : new Date(Date.parse(`${local}:00Z`) + DAY_MS).toISOString().slice(0, 16);
}
