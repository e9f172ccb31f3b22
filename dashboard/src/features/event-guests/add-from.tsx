import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { GuestSource } from '@tour-events/client';
import { useState } from 'react';
import { useText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { SearchSelect } from '../../shared/search-select';
import { EVENT_CHOICES } from '../events';
import { addGuestsFrom } from './event-guests-queries';

/** Where guests come from without being named one by one. */
export type Source = 'all' | 'tag' | 'event';

interface Props {
  readonly eventId: string;
  readonly source: Source;
  readonly onClose: () => void;
}

/** Puts everybody, everybody with a tag, or another event's guests on the event; who is on it already stays as they are. */
export function AddFrom({ eventId, source, onClose }: Props) {
  const { eventGuests: text, common } = useText();
  const [tag, setTag] = useState('');
  const [otherId, setOtherId] = useState<string | null>(null);
  const from = sourceOf(source, tag.trim(), otherId);
  const add = useMutation({
    mutationFn: (wanted: GuestSource) => addGuestsFrom(eventId, wanted),
    onSuccess: (added) => {
      if (added > 0) onClose();
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (from !== null) add.mutate(from);
      }}
    >
      <Stack>
        {add.error === null ? null : <ProblemAlert error={add.error} />}
        {add.data === 0 ? (
          <Alert color="yellow" role="status">
            {text.nobodyAdded}
          </Alert>
        ) : null}
        {source === 'tag' ? (
          <TextInput label={text.tag} value={tag} onChange={({ currentTarget }) => setTag(currentTarget.value)} />
        ) : null}
        {source === 'event' ? (
          <SearchSelect label={text.otherEvent} source={EVENT_CHOICES} value={otherId} onChange={setOtherId} />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={from === null} loading={add.isPending}>
            {text.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function sourceOf(source: Source, tag: string, eventId: string | null): GuestSource | null {
  if (source === 'all') return { all: true };
  if (source === 'tag') return tag === '' ? null : { tag };
  return eventId === null ? null : { eventId };
}
