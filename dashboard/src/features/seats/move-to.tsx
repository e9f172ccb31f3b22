import { Button, Stack } from '@mantine/core';
import { useText } from '../../shared/language';
import { seatsOf, type BoardColumn } from './board-model';
import type { Passenger } from './seats-queries';
import { Modal } from '../../shared/modal';

interface Props {
  readonly passenger: Passenger;
  readonly columns: readonly BoardColumn[];
  readonly onChoose: (column: BoardColumn) => void;
  readonly onClose: () => void;
}

/** Chooses where a guest sits from a list: only vehicles with room for the whole party can be chosen. */
export function MoveTo({ passenger, columns, onChoose, onClose }: Props) {
  const { seats, common } = useText();
  return (
    <Modal
      opened
      onClose={onClose}
      title={seats.moveTo(passenger.name)}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack gap="xs">
        {/* Where the guest sits already is no choice: greyed beside its free seats it would look like a full one. */}
        {columns
          .filter(({ passengers }) => !passengers.includes(passenger))
          .map((column) => (
            <Button
              key={column.id ?? ''}
              variant="default"
              justify="space-between"
              rightSection={column.id === null ? null : seats.freeSeats(column.free)}
              disabled={column.id !== null && column.free < seatsOf(passenger)}
              onClick={() => {
                onChoose(column);
                onClose();
              }}
            >
              {column.name}
            </Button>
          ))}
      </Stack>
    </Modal>
  );
}
