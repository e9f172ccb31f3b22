import { Button, Group, Modal, MultiSelect, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { randomKey } from '@tour-events/client';
import { useState } from 'react';
import { useText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { guestsQuery } from '../guests';
import { addGuests } from './event-guests-queries';

interface Props {
  readonly eventId: string;
  readonly onClose: () => void;
}

/** Puts guests of the organization on the event, several at once. */
export function AddGuests({ eventId, onClose }: Props) {
  const { eventGuests: text, common } = useText();
  const [ids, setIds] = useState<string[]>([]);
  const [typed, setTyped] = useState('');
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const [key] = useState(randomKey);
  const [q] = useDebouncedValue(typed, 300);
  const found = useQuery(guestsQuery({ ...(q !== '' && { q }), limit: 50, sortBy: 'name' }));
  const add = useMutation({ mutationFn: () => addGuests(eventId, ids, key), onSuccess: onClose });
  const options = new Map([...names, ...(found.data?.data.map(({ id, name }) => [id, name] as const) ?? [])]);
  const choose = (chosen: string[]) => {
    setIds(chosen);
    setNames(new Map(chosen.map((id) => [id, options.get(id) ?? id])));
  };
  return (
    <Modal opened onClose={onClose} title={text.add} closeButtonProps={{ 'aria-label': common.close }}>
      <Stack>
        {add.error === null ? null : <ProblemAlert error={add.error} />}
        <MultiSelect
          label={text.guests}
          data-autofocus
          searchable
          hidePickedOptions
          data={[...options].map(([value, label]) => ({ value, label }))}
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
    </Modal>
  );
}
