import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ListEventGuestsResponse } from '@tour-events/client';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { ChevronDownIcon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { NewPartyForm } from '../parties';
import { ANSWERS } from './answer-state';
import { BatchProblems, useBatch, type BatchItem } from './batch-problems';
import { removeGuests } from './event-guests-queries';
import type { EventVehicle } from './event-vehicles';

type EventGuest = ListEventGuestsResponse['data'][number];
type Wanted = Omit<BatchItem['item'], 'guestId'>;

interface Props {
  readonly eventId: string;
  readonly guests: readonly EventGuest[];
  readonly vehicles: readonly EventVehicle[];
  readonly onDone: () => void;
}

/** What can be done with several guests of an event at once. Those who were erased can only be taken off it. */
export function BulkActions({ eventId, guests, vehicles, onDone }: Props) {
  const { eventGuests: text, parties } = useText();
  const [isRemoving, setRemoving] = useState(false);
  const [isGrouping, setGrouping] = useState(false);
  const batch = useBatch(eventId);
  const living = guests.filter(({ guest }) => guest.erasedAt === null);
  const change = useMutation({
    mutationFn: (wanted: Wanted) =>
      batch(living.map(({ guestId, guest: { name } }) => ({ name, item: { guestId, ...wanted } }))),
    onSuccess: (problems) => {
      if (problems.length === 0) onDone();
    },
  });
  return (
    <Stack gap="xs">
      <Group gap="xs" role="group" aria-label={text.selected(guests.length)}>
        <Text size="sm" fw={500} mie="auto">
          {text.selected(guests.length)}
        </Text>
        {living.length === 0 ? null : <Changes guests={living} vehicles={vehicles} onChange={change.mutate} />}
        {living.length < 2 ? null : (
          <Button size="xs" variant="default" onClick={() => setGrouping(true)}>
            {parties.new}
          </Button>
        )}
        <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={() => setRemoving(true)}>
          {text.remove}
        </Button>
      </Group>
      {change.error === null ? null : <ProblemAlert error={change.error} />}
      <BatchProblems problems={change.data} />
      {isGrouping ? (
        <NewPartyForm
          eventId={eventId}
          members={living.map(({ id, guest: { name } }) => ({ id, name }))}
          onDone={() => {
            setGrouping(false);
            onDone();
          }}
          onClose={() => setGrouping(false)}
        />
      ) : null}
      {isRemoving ? (
        <ConfirmDialog
          title={text.removeTitle(guests.length)}
          action={text.remove}
          isFinal
          run={() =>
            removeGuests(
              eventId,
              guests.map(({ id }) => id),
            )
          }
          onDone={() => {
            setRemoving(false);
            onDone();
          }}
          onCancel={() => setRemoving(false)}
        >
          {text.removeText}
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
}

interface ChangesProps extends Pick<Props, 'guests' | 'vehicles'> {
  readonly onChange: (wanted: Wanted) => void;
}

function Changes({ guests, vehicles, onChange }: ChangesProps) {
  const { eventGuests: text } = useText();
  const seats = guests.reduce((sum, { plusOnes }) => sum + 1 + plusOnes, 0);
  return (
    <>
      <Choice label={text.setAnswer}>
        {ANSWERS.map((rsvp) => (
          <Menu.Item key={rsvp} onClick={() => onChange({ rsvp })}>
            {text.answers[rsvp]}
          </Menu.Item>
        ))}
      </Choice>
      {vehicles.length === 0 ? null : (
        <Choice label={text.setSeat}>
          {vehicles.map(({ id, name, free }) => (
            <Menu.Item
              key={id}
              disabled={free < seats}
              rightSection={text.free(free)}
              onClick={() => onChange({ vehicleAssignmentId: id })}
            >
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => onChange({ vehicleAssignmentId: null })}>{text.noSeat}</Menu.Item>
        </Choice>
      )}
      <Button size="xs" variant="default" onClick={() => onChange({ checkedIn: true })}>
        {text.checkIn}
      </Button>
    </>
  );
}

function Choice({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="default" rightSection={<ChevronDownIcon width={12} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
