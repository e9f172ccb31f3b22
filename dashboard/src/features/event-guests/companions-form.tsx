import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
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

const NOBODY_YET = { name: '', dietary: '' };

/** Whom a guest brings, by name, as far as they are known: at most as many as plus-ones. */
export function CompanionsForm({ eventGuest, onClose }: Props) {
  const { eventGuests: text } = useText();
  const { id, eventId, guest, plusOnes, companions } = eventGuest;
  const form = useForm({
    initialValues: { companions: companions.map(({ name, dietary }) => ({ name, dietary: dietary ?? '' })) },
  });
  const named = form.values.companions;
  return (
    <RecordForm
      title={text.companionsTitle(guest.name)}
      form={form}
      draftKey={useDraftKey(`companions ${id}`)}
      etag={null}
      send={(values) =>
        answer(eventId, id, {
          companions: values.companions.map(({ name, dietary }) => ({
            name,
            dietary: dietary === '' ? null : dietary,
          })),
        })
      }
      onDone={onClose}
      onClose={onClose}
    >
      {named.map((_companion, index) => (
        <Group key={index} role="group" aria-label={text.companion(index + 1)} gap="xs" align="flex-end" wrap="nowrap">
          <TextInput flex={1} label={text.name} required {...form.getInputProps(`companions.${index}.name`)} />
          <TextInput flex={1} label={text.needs} {...form.getInputProps(`companions.${index}.dietary`)} />
          <Button
            variant="subtle"
            color="gray"
            aria-label={text.removeCompanion(index + 1)}
            onClick={() => form.removeListItem('companions', index)}
          >
            {text.removeName}
          </Button>
        </Group>
      ))}
      <Stack gap="xs" align="flex-start">
        {named.length < plusOnes ? (
          <Button variant="default" size="compact-md" onClick={() => form.insertListItem('companions', NOBODY_YET)}>
            {text.addCompanion}
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            {text.allNamed(plusOnes)}
          </Text>
        )}
      </Stack>
    </RecordForm>
  );
}
