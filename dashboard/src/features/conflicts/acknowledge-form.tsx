import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ConflictView } from '@tour-events/client';
import { useText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { useDraftKey } from '../session';
import { acknowledgeConflict, conflictKey } from './conflicts-queries';

interface Props {
  readonly conflict: ConflictView;
  readonly onClose: () => void;
}

/** Says that somebody knows of a conflict, and why it is none for them. */
export function AcknowledgeForm({ conflict, onClose }: Props) {
  const { conflicts: text } = useText();
  const form = useForm({ initialValues: { note: '' } });
  return (
    <RecordForm<{ note: string }, ConflictView>
      title={text.acknowledge}
      form={form}
      draftKey={useDraftKey(`conflict ${conflictKey(conflict)}`)}
      etag={null}
      send={({ note }, { idempotencyKey }) => acknowledgeConflict(conflict, note, idempotencyKey)}
      submitLabel={text.acknowledge}
      onDone={onClose}
      onClose={onClose}
    >
      <Text size="sm">{text.acknowledgeText}</Text>
      <Textarea label={text.note} autosize minRows={2} data-autofocus {...form.getInputProps('note')} />
    </RecordForm>
  );
}
