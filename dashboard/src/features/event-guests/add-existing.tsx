import { Button, Group, MultiSelect, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { moreLine } from '../../shared/folded';
import { useText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { guests } from '../guests';
import { BatchProblems, useBatch } from './batch-problems';

interface Props {
  readonly eventId: string;
  readonly onClose: () => void;
}

/** Puts guests of the organization on the event, several at once; who is on it already stays as they are. */
export function AddExisting({ eventId, onClose }: Props) {
  const { eventGuests: text, common } = useText();
  const [ids, setIds] = useState<string[]>([]);
  const [typed, setTyped] = useState('');
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const [q] = useDebouncedValue(typed, 300);
  const found = useQuery(guests.list({ ...(q !== '' && { q }), limit: 50, sortBy: 'name' }));
  const options = new Map([...names, ...(found.data?.data.map(({ id, name }) => [id, name] as const) ?? [])]);
  const more = found.data === undefined || q !== typed ? 0 : found.data.total - found.data.data.length;
  const isDone =
    found.data !== undefined && found.data.total > 0 && found.data.data.every(({ id }) => ids.includes(id));
  const batch = useBatch(eventId);
  const add = useMutation({
    mutationFn: () => batch(ids.map((guestId) => ({ name: options.get(guestId) ?? '', item: { guestId } }))),
    onSuccess: (problems) => {
      if (problems.length === 0) onClose();
    },
  });
  const choose = (chosen: string[]) => {
    setIds(chosen);
    setNames(new Map(chosen.map((id) => [id, options.get(id) ?? id])));
  };
  return (
    <Stack>
      {add.error === null ? null : <ProblemAlert error={add.error} />}
      <BatchProblems problems={add.data} />
      <MultiSelect
        label={text.guests}
        placeholder={ids.length === 0 ? text.searchGuests : undefined}
        data-autofocus
        searchable
        hidePickedOptions
        clearable
        clearButtonProps={{ 'aria-label': common.clear }}
        // Where all that were found are chosen, nothing covers the button below.
        nothingFoundMessage={isDone ? undefined : text.noGuestFound}
        data={[...[...options].map(([value, label]) => ({ value, label })), ...moreLine(more, common)]}
        filter={({ options: all }) => all}
        searchValue={typed}
        onSearchChange={setTyped}
        value={ids}
        onChange={choose}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button disabled={ids.length === 0} loading={add.isPending} onClick={() => add.mutate()}>
          {text.add}
        </Button>
      </Group>
    </Stack>
  );
}
