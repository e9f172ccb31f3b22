import { ActionIcon, Alert, Button, Group, Menu, Text, Title, VisuallyHidden } from '@mantine/core';
import { EllipsisHorizontalIcon } from '@heroicons/react/24/outline';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { GetEventResponse } from '@tour-events/client';
import { useState, type KeyboardEvent } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { useText } from '../../shared/language';
import { AddVehicle } from './add-vehicle';
import { columnsOf, seatsOf, type BoardColumn } from './board-model';
import { FillSeats } from './fill-seats';
import { MoveTo } from './move-to';
import { PassengerItem } from './passenger-item';
import { manifestQuery, removeVehicle, type Passenger } from './seats-queries';
import { useDrag } from './use-drag';
import { useSeatMoves } from './use-seat-moves';

type Dialog = { kind: 'vehicle' } | { kind: 'fill' } | { kind: 'move'; passenger: Passenger } | null;

/** Where each guest sits: a column per vehicle, and one for those without a seat. */
export function SeatsTab({ event }: { readonly event: GetEventResponse }) {
  const { seats } = useText();
  const manifest = useSuspenseQuery(manifestQuery(event.id)).data;
  const { pending, problem, move } = useSeatMoves(event.id);
  const columns = columnsOf(manifest, pending, seats.withoutSeat);
  const [dialog, setDialog] = useState<Dialog>(null);
  const passengers = new Map(columns.flatMap(({ passengers: all }) => all.map((one) => [one.eventGuestId, one])));
  const columnOf = (id: string | null) => columns.find((column) => column.id === id)!;
  const to = (passenger: Passenger, column: BoardColumn) => {
    if (!column.passengers.includes(passenger)) move(passenger, column);
  };
  const drag = useDrag((id, drop) => to(passengers.get(id)!, columnOf(drop === '' ? null : drop)));
  const keyboard = useKeyboardMoves(columns, to);
  return (
    <div>
      <Group gap="xs" mb="md" className="no-print">
        <Button onClick={() => setDialog({ kind: 'vehicle' })}>{seats.addVehicle}</Button>
        <Button variant="default" onClick={() => setDialog({ kind: 'fill' })}>
          {seats.fill}
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          {seats.print}
        </Button>
      </Group>
      {problem === null ? null : (
        <Alert color="red" role="alert" mb="md">
          {problem}
        </Alert>
      )}
      <VisuallyHidden id="seats-help">{seats.help}</VisuallyHidden>
      <VisuallyHidden aria-live="assertive">{keyboard.announcement}</VisuallyHidden>
      <div className="seat-board">
        {columns.map((column) => (
          <Column key={column.id ?? ''} column={column} eventId={event.id} isTarget={keyboard.target === column.id}>
            {column.passengers.map((passenger) => (
              <PassengerItem
                key={passenger.eventGuestId}
                passenger={passenger}
                isGrabbed={keyboard.grabbed === passenger.eventGuestId}
                drag={drag(passenger.eventGuestId)}
                onKey={keyboard.onKey}
                onMoveTo={() => setDialog({ kind: 'move', passenger })}
              />
            ))}
          </Column>
        ))}
      </div>
      {dialog?.kind === 'vehicle' ? <AddVehicle event={event} onClose={() => setDialog(null)} /> : null}
      {dialog?.kind === 'fill' ? (
        <FillSeats eventId={event.id} columns={columns} onClose={() => setDialog(null)} />
      ) : null}
      {dialog?.kind === 'move' ? (
        <MoveTo
          passenger={dialog.passenger}
          columns={columns}
          onChoose={(column) => to(dialog.passenger, column)}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </div>
  );
}

interface ColumnProps {
  readonly column: BoardColumn;
  readonly eventId: string;
  readonly isTarget: boolean;
  readonly children: React.ReactNode;
}

function Column({ column: { id, name, capacity, free, passengers }, eventId, isTarget, children }: ColumnProps) {
  const { seats, common } = useText();
  const [isRemoving, setRemoving] = useState(false);
  const people = passengers.reduce((sum, passenger) => sum + seatsOf(passenger), 0);
  return (
    <section className="seat-column" aria-label={name} data-drop={id ?? ''} data-over={isTarget || undefined}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Title order={2} size="h4" className="seat-column-name">
          {name}
        </Title>
        {id === null ? null : (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={seats.more(name)} className="no-print">
                <EllipsisHorizontalIcon width={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item color="red" onClick={() => setRemoving(true)}>
                {seats.remove}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      <Text size="xs" c="dimmed" mb="xs" className="figures">
        {id === null ? seats.people(people) : seats.free(free, capacity)}
      </Text>
      <ul>{children}</ul>
      {isRemoving ? (
        <ConfirmDialog
          title={seats.removeTitle(name)}
          action={common.delete}
          run={() => removeVehicle(eventId, id!)}
          onDone={() => setRemoving(false)}
          onCancel={() => setRemoving(false)}
        >
          {seats.removeText}
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

/** Space takes a guest, arrows choose a column, Space puts them there, Escape leaves all as it was. */
function useKeyboardMoves(columns: readonly BoardColumn[], to: (passenger: Passenger, column: BoardColumn) => void) {
  const { seats } = useText();
  const [grabbed, setGrabbed] = useState<string | null>(null);
  const [index, setIndex] = useState(0);
  const [announcement, announce] = useState('');
  const describe = ({ id, name, free }: BoardColumn) => (id === null ? name : seats.over(name, free));
  const onKey = (event: KeyboardEvent<HTMLElement>, passenger: Passenger) => {
    const isOwn = grabbed === passenger.eventGuestId;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === ' ' || (event.key === 'Enter' && !isOwn)) {
      event.preventDefault();
      if (!isOwn) {
        setGrabbed(passenger.eventGuestId);
        setIndex(columns.findIndex(({ passengers }) => passengers.includes(passenger)));
        announce(seats.grabbed(passenger.name));
        return;
      }
      setGrabbed(null);
      announce(seats.dropped(passenger.name, columns[index]!.name));
      to(passenger, columns[index]!);
    } else if (isOwn && step !== undefined) {
      event.preventDefault();
      const next = (index + step + columns.length) % columns.length;
      setIndex(next);
      announce(describe(columns[next]!));
    } else if (isOwn && event.key === 'Escape') {
      setGrabbed(null);
      announce(seats.released(passenger.name));
    }
  };
  return { grabbed, target: grabbed === null ? undefined : columns[index]?.id, announcement, onKey };
}
