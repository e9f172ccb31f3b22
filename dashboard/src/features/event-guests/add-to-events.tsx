import { Alert, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../shared/language';
import { Modal } from '../../shared/modal';
import { ProblemAlert } from '../../shared/problem-alert';
import { dateIn } from '../../shared/time';
import { upcomingFirstQuery } from '../events';
import { useSession } from '../session';
import { EventBoxes } from './event-boxes';
import { putOnEvents, type Whom } from './put-on-events';

interface Props {
  readonly whom: Whom;
  readonly count: number;
  /** Told whether the guests were put on events. */
  readonly onClose: (isDone: boolean) => void;
}

/** Puts guests on several events at once. */
export function AddToEvents({ whom, count, onClose }: Props) {
  const { eventGuests: text, common } = useText();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 300);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const { organization } = useSession();
  const list = useQuery(upcomingFirstQuery(q, dateIn(new Date().toISOString(), organization.timezone)));
  const found = list.data?.data ?? [];
  const more = (list.data?.total ?? 0) - found.length;
  // What is ticked stays in sight, whatever is searched for next.
  const hidden = [...chosen]
    .filter(([id]) => !found.some((event) => event.id === id))
    .map(([id, name]) => ({ id, name, startsAt: null, timezone: '', tourId: null, tourName: null }));
  const add = useMutation({ mutationFn: () => putOnEvents(whom, [...chosen]) });
  const close = () => onClose(add.data !== undefined);
  return (
    <Modal
      opened
      onClose={close}
      title={text.addToTitle(count)}
      size="lg"
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {add.data === undefined ? (
        <Stack>
          {add.error === null ? null : <ProblemAlert error={add.error} />}
          <Text size="sm">{text.addToText}</Text>
          <TextInput
            aria-label={text.searchEvents}
            placeholder={text.searchEvents}
            type="search"
            data-autofocus
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Stack gap="xs">
            <EventBoxes events={[...hidden, ...found]} chosen={chosen} onChoose={setChosen} />
            {list.data?.total === 0 ? <Text c="dimmed">{text.noEventFound}</Text> : null}
            {more > 0 ? <Text c="dimmed">{common.moreToFind(more)}</Text> : null}
          </Stack>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {common.cancel}
            </Button>
            <Button disabled={chosen.size === 0} loading={add.isPending} onClick={() => add.mutate()}>
              {text.addToAction}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack>
          <Alert color="green" role="status">
            <List size="sm" listStyleType="none">
              {add.data.map(({ id, name, added }) => (
                <List.Item key={id}>{added === null ? text.notPutOn(name) : text.putOn(name, added)}</List.Item>
              ))}
            </List>
          </Alert>
          {add.data.flatMap(({ id, error }) => (error === null ? [] : <ProblemAlert key={id} error={error} />))}
          <Group justify="flex-end">
            <Button onClick={close} data-autofocus>
              {common.close}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
