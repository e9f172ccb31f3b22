import { ActionIcon, Text } from '@mantine/core';
import { ArrowsRightLeftIcon } from '@heroicons/react/24/outline';
import { memo, type HTMLAttributes, type KeyboardEvent } from 'react';
import { useText } from '../../shared/language';
import { seatsOf } from './board-model';
import type { Passenger } from './seats-queries';

interface Props {
  readonly passenger: Passenger;
  readonly isGrabbed: boolean;
  readonly drag: HTMLAttributes<HTMLElement>;
  readonly onKey: (event: KeyboardEvent<HTMLElement>, passenger: Passenger) => void;
  readonly onMoveTo: (passenger: Passenger) => void;
}

/** A guest on the board: dragged by pointer, moved by Space and arrows, or by “Move to”. */
export const PassengerItem = memo(function PassengerItem({ passenger, isGrabbed, drag, onKey, onMoveTo }: Props) {
  const { seats } = useText();
  const { name, plusOnes, rsvp } = passenger;
  return (
    <li className="passenger" {...drag} data-grabbed={isGrabbed || undefined}>
      <div
        role="button"
        tabIndex={0}
        className="passenger-name"
        aria-pressed={isGrabbed}
        aria-describedby="seats-help"
        onKeyDown={(event) => onKey(event, passenger)}
      >
        <Text size="sm" truncate>
          {name}
          {plusOnes > 0 ? <b> +{plusOnes}</b> : null}
        </Text>
        {rsvp === 'accepted' ? null : (
          <Text size="xs" c="dimmed">
            {seats.answers[rsvp]}
          </Text>
        )}
      </div>
      <ActionIcon
        data-no-drag
        className="no-print"
        variant="subtle"
        color="gray"
        aria-label={seats.moveToFor(name, seatsOf(passenger))}
        onClick={() => onMoveTo(passenger)}
      >
        <ArrowsRightLeftIcon width={16} aria-hidden />
      </ActionIcon>
    </li>
  );
});
