import { NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ListEventGuestsResponse } from '@tour-events/client';
import { useText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { useDraftKey } from '../session';
import { answer } from './event-guests-queries';

interface Props {
  readonly eventGuest: ListEventGuestsResponse['data'][number];
  readonly onClose: () => void;
}

/** How many people one guest may bring who answers by their own link; empty for as many as the event says. */
export function AllowedForm({ eventGuest, onClose }: Props) {
  const { eventGuests: text } = useText();
  const { id, eventId, guest, maxPlusOnes } = eventGuest;
  const form = useForm({ initialValues: { maxPlusOnes: maxPlusOnes ?? ('' as number | '') } });
  return (
    <RecordForm
      title={text.allowedTitle(guest.name)}
      form={form}
      draftKey={useDraftKey(`plus-ones ${id}`)}
      etag={null}
      send={({ maxPlusOnes: allowed }) => answer(eventId, id, { maxPlusOnes: allowed === '' ? null : allowed })}
      onDone={onClose}
      onClose={onClose}
    >
      <NumberInput
        label={text.allowed}
        description={text.allowedHelp}
        min={0}
        max={100}
        allowDecimal={false}
        data-autofocus
        {...form.getInputProps('maxPlusOnes')}
      />
    </RecordForm>
  );
}
