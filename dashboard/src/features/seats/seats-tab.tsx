import './seats.css';
import { Alert, Button, Group, TextInput, VisuallyHidden } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { GetEventResponse } from '@tour-events/client';
import { useState } from 'react';
import { hasWords } from '../../shared/folded';
import { MagnifyingGlassIcon, PlusIcon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { useSettled } from '../../shared/use-settled';
import { SeatKey } from '../../shared/vehicle-drawing';
import { useSession } from '../session';
import { useAsBefore } from './as-before';
import { accepted, columnsOf, peopleOf, type BoardColumn } from './board-model';
import { Dock } from './dock';
import { FreeVehicle, freeVehicleQuery } from './free-vehicle';
import { MoveTo } from './move-to';
import { PassengerItem } from './passenger-item';
import { PrintManifest } from './print-manifest';
import { SeatColumn } from './seat-column';
import { manifestQuery, type Passenger } from './seats-queries';
import { useDrag } from './use-drag';
import { useKeyboardMoves } from './use-keyboard-moves';
import { useSeatMoves } from './use-seat-moves';

const AddVehicle = lazyDialog(() => import('./add-vehicle').then((file) => file.AddVehicle));
const FillSeats = lazyDialog(() => import('./fill-seats').then((file) => file.FillSeats));

type Dialog = { kind: 'vehicle' } | { kind: 'fill' } | { kind: 'move'; passenger: Passenger } | null;

/** Where each guest sits: a column per vehicle, and one for those without a seat. */
export function SeatsTab({ event }: { readonly event: GetEventResponse }) {
  const { seats, lists } = useText();
  const manifest = useSuspenseQuery(manifestQuery(event.id)).data;
  useSettled(freeVehicleQuery(event, manifest, useSession().organization.timezone));
  const asBefore = useAsBefore(event, manifest);
  const { pending, problem, move, grabbed, grab } = useSeatMoves(event.id);
  const columns = columnsOf(manifest, pending, seats.withoutSeat);
  const [typed, setTyped] = useState('');
  const [dialog, setDialog] = useState<Dialog>(null);
  const columnOf = (id: string) => columns.find(({ passengers }) => passengers.some((one) => one.eventGuestId === id));
  const passengerOf = (id: string) => columnOf(id)?.passengers.find(({ eventGuestId }) => eventGuestId === id);
  const take = (id: string) => grab(id, columnOf(id)?.id ?? null);
  const to = (passenger: Passenger, column: BoardColumn) => {
    if (!column.passengers.includes(passenger)) move(passenger, column);
  };
  const drag = useDrag({
    onLift: take,
    onEnd: () => grab(null),
    onDrop: (id, drop) => {
      // Somebody else may have taken the guest or the vehicle off the event meanwhile.
      const passenger = passengerOf(id);
      const column = columns.find((each) => (each.id ?? '') === drop);
      if (passenger !== undefined && column !== undefined) to(passenger, column);
    },
  });
  const keyboard = useKeyboardMoves({
    columns,
    grabbed,
    grab: (passenger) => (passenger === null ? grab(null) : take(passenger.eventGuestId)),
    to,
  });
  const inHand = grabbed === null ? undefined : passengerOf(grabbed);
  const item = (passenger: Passenger) => (
    <PassengerItem
      key={passenger.eventGuestId}
      passenger={passenger}
      isGrabbed={keyboard.target !== undefined && grabbed === passenger.eventGuestId}
      isRefused={problem?.eventGuestId === passenger.eventGuestId}
      takesFocus={keyboard.moved === passenger.eventGuestId}
      drag={drag(passenger.eventGuestId)}
      onKey={keyboard.onKey}
      onMoveTo={() => setDialog({ kind: 'move', passenger })}
    />
  );
  const items = (passengers: readonly Passenger[]) => passengers.filter(({ name }) => hasWords(name, typed)).map(item);
  const vehicles = columns.filter(({ id }) => id !== null);
  const all = columns.flatMap(({ passengers }) => passengers);
  const isFound = all.some(({ name }) => hasWords(name, typed));
  return (
    <div>
      <Group gap="xs" mb="md" className="seat-tools no-print">
        <TextInput
          type="search"
          aria-label={seats.find}
          placeholder={seats.find}
          leftSection={<MagnifyingGlassIcon width={16} />}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <p className="seat-sums" role="status">
          {isFound || typed === ''
            ? seats.sums(
                vehicles.reduce((sum, { capacity, free }) => sum + capacity - free, 0),
                vehicles.reduce((sum, { capacity }) => sum + capacity, 0),
                peopleOf(accepted(all)),
              )
            : lists.noneCalled('guests', typed)}
        </p>
        {asBefore.button}
        <Button variant="default" onClick={() => window.print()}>
          {seats.print}
        </Button>
        <Button variant="default" onClick={() => setDialog({ kind: 'fill' })}>
          {seats.fill}
        </Button>
        <Button leftSection={<PlusIcon />} onClick={() => setDialog({ kind: 'vehicle' })}>
          {seats.addVehicle}
        </Button>
      </Group>
      {asBefore.outcome}
      <VisuallyHidden id="seats-help">{seats.help}</VisuallyHidden>
      <VisuallyHidden aria-live="assertive">{keyboard.announcement}</VisuallyHidden>
      <PrintManifest event={event} manifest={manifest} />
      <div className="seat-board">
        {columns.map((column) => (
          <SeatColumn
            key={column.id ?? ''}
            column={column}
            eventId={event.id}
            isTarget={keyboard.target === column.id}
            inHand={inHand}
            // Whatever was refused is said where those wait whom it is about.
            notice={
              column.id !== null || problem === null ? null : (
                <Alert color="red" role="alert" mb="xs" p="xs">
                  {problem.text}
                </Alert>
              )
            }
          >
            {column.id === null ? (
              <Dock passengers={column.passengers.filter(({ name }) => hasWords(name, typed))} item={item}>
                <FreeVehicle event={event} manifest={manifest} passengers={column.passengers} />
              </Dock>
            ) : (
              <ul>{items(column.passengers)}</ul>
            )}
          </SeatColumn>
        ))}
      </div>
      <SeatKey drivers />
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
