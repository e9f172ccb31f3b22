import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../shared/api';
import { SHOWN_CHOICES, type ChoiceSource } from '../../shared/choice-source';
import { useText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { SearchSelect } from '../../shared/search-select';
import { addToWaitlist } from './event-guests-queries';

interface Props {
  readonly eventId: string;
  readonly onClose: () => void;
}

/** Puts a guest of the event, who has no place, at the end of the waiting list. */
export function AddWaiting({ eventId, onClose }: Props) {
  const { eventGuests } = useText();
  const text = eventGuests.waitlist;
  const form = useForm({ initialValues: { eventGuestId: null as string | null } });
  return (
    <RecordForm
      title={text.addTitle}
      form={form}
      draftKey={null}
      etag={null}
      send={({ eventGuestId }) => addToWaitlist(eventId, eventGuestId ?? '')}
      canSubmit={form.values.eventGuestId !== null}
      submitLabel={text.add}
      onDone={onClose}
      onClose={onClose}
    >
      <SearchSelect
        label={text.guest}
        source={withoutPlace(eventId)}
        data-autofocus
        {...form.getInputProps('eventGuestId')}
      />
      <Text size="sm" c="dimmed">
        {text.addHelp}
      </Text>
    </RecordForm>
  );
}

/** The guests of an event who have not accepted; who waits already stays where they are. */
function withoutPlace(eventId: string): ChoiceSource {
  return {
    key: 'event-guests',
    of: `${eventId} without a place`,
    find: async (q, options) => {
      const query = {
        ...(q !== undefined && { q }),
        rsvp: ['pending', 'declined', 'tentative'] as ('pending' | 'declined' | 'tentative')[],
        sortBy: 'name',
        limit: SHOWN_CHOICES,
      } as const;
      const { data, total } = await api.events.guests.list(eventId, query, options);
      const choices = data
        .filter(({ guest, waitlist }) => guest.erasedAt === null && waitlist === null)
        .map(({ id, guest }) => ({ value: id, label: guest.name }));
      return { choices, total: total - data.length + choices.length };
    },
    label: async (id) => (await api.events.guests.get(eventId, id)).guest.name,
  };
}
