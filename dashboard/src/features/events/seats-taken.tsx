import { VisuallyHidden } from '@mantine/core';
import { useText } from '../../shared/language';
import { Chip } from '../../shared/status';

interface Props {
  readonly seats: {
    readonly capacity: number | null;
    readonly used: number | null;
    readonly guestsWithoutSeat: number | null;
  };
}

/** How many seats are taken, and who who comes has none. */
export function SeatsTaken({ seats: { capacity, used, guestsWithoutSeat } }: Props) {
  const { home } = useText();
  return (
    <span className="seats-taken">
      {capacity === null || used === null ? null : capacity === 0 ? (
        <VisuallyHidden>{home.noSeats}</VisuallyHidden>
      ) : (
        <span data-text={`${used}/${capacity}`} data-word={home.seatedWord}>
          <VisuallyHidden>{home.seated(used, capacity)}</VisuallyHidden>
        </span>
      )}{' '}
      {guestsWithoutSeat === null || guestsWithoutSeat === 0 ? null : (
        <Chip tone="waiting">{home.short(guestsWithoutSeat)}</Chip>
      )}
    </span>
  );
}
