import { Group, Menu, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { RowMenu } from '../../shared/row-menu';
import { Chip } from '../../shared/status';
import { VehicleDrawing } from '../../shared/vehicle-drawing';
import { HistoryItem } from '../audit-logs';
import { accepted, peopleOf, seatsOf, type BoardColumn } from './board-model';
import { removeVehicle, type Passenger } from './seats-queries';

const EditAssignment = lazyDialog(() => import('./edit-assignment').then((file) => file.EditAssignment));

interface Props {
  readonly column: BoardColumn;
  readonly eventId: string;
  /** Whether the guest in hand goes here. */
  readonly isTarget: boolean;
  /** The guest in hand, who may sit here already. */
  readonly inHand: Passenger | undefined;
  /** Above its list. */
  readonly notice?: ReactNode;
  readonly children: ReactNode;
}

/** A vehicle with who sits in it, or those without a seat. */
export function SeatColumn({ column, eventId, isTarget, inHand, notice, children }: Props) {
  const { seats } = useText();
  const { id, name, capacity, free, passengers, plateNumber, driver } = column;
  const waiting = accepted(passengers);
  return (
    <section
      className="seat-column"
      aria-label={name}
      data-drop={id ?? ''}
      data-over={isTarget || undefined}
      data-dock={id === null || undefined}
    >
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Title order={2} size="h4" className="seat-column-name">
          {name}
        </Title>
        {id === null || inHand === undefined || passengers.includes(inHand) ? null : (
          <Room free={free} needed={seatsOf(inHand)} />
        )}
        {id === null ? null : <VehicleMenu id={id} name={name} eventId={eventId} />}
      </Group>
      {id === null ? null : (
        <>
          <Text size="xs" c="dimmed" truncate>
            {[plateNumber, driver ?? seats.noDriver].filter((part) => part !== null).join(' · ')}
          </Text>
          <div className="seat-column-drawing no-print">
            <VehicleDrawing
              capacity={capacity}
              guests={passengers.length}
              brought={peopleOf(passengers) - passengers.length}
              hasDriver={driver !== null}
            />
          </div>
        </>
      )}
      {/* Figures stay on one line, but who waits is a sentence. */}
      <Text size="xs" c="dimmed" mb="xs" className={id === null ? undefined : 'figures'}>
        {id === null
          ? seats.waiting(peopleOf(waiting), passengers.length - waiting.length)
          : seats.free(free, capacity)}
      </Text>
      {notice}
      {children}
    </section>
  );
}

/** Whether the guest in hand fits in, before they are put down. */
function Room({ free, needed }: { readonly free: number; readonly needed: number }) {
  const { seats } = useText();
  return (
    <span className="seat-room">
      <Chip tone={free >= needed ? 'good' : 'bad'}>{free >= needed ? seats.left(free) : seats.noRoom}</Chip>
    </span>
  );
}

interface VehicleProps {
  readonly id: string;
  readonly name: string;
  readonly eventId: string;
}

function VehicleMenu({ id, name, eventId }: VehicleProps) {
  const { seats, common } = useText();
  const [opened, setOpened] = useState<'edit' | 'remove' | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <RowMenu label={seats.more(name)} className="no-print">
        <Menu.Item onClick={() => setOpened('edit')}>{common.edit}</Menu.Item>
        <HistoryItem type="vehicle_assignment" id={id} />
        <Menu.Item color="red" onClick={() => setOpened('remove')}>
          {seats.remove}
        </Menu.Item>
      </RowMenu>
      {opened === 'edit' ? <EditAssignment id={id} name={name} eventId={eventId} onClose={close} /> : null}
      {opened === 'remove' ? (
        <ConfirmDialog
          title={seats.removeTitle(name)}
          action={seats.remove}
          isFinal
          run={() => removeVehicle(eventId, id)}
          onDone={close}
          onCancel={close}
        >
          {seats.removeText}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
