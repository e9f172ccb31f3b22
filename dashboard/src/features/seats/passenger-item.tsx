import { ActionIcon, Text } from '@mantine/core';
import { memo, useEffect, useRef, type HTMLAttributes, type KeyboardEvent } from 'react';
import { Avatar } from '../../shared/avatar';
import { ArrowsRightLeftIcon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { needsOf } from '../../shared/needs-of';
import { seatsOf } from './board-model';
import type { Passenger } from './seats-queries';

interface Props {
  readonly passenger: Passenger;
  readonly isGrabbed: boolean;
  /** Whether the service has just sent them back. */
  readonly isRefused: boolean;
  /** In a new column, too, unless the focus has gone elsewhere. */
  readonly takesFocus: boolean;
  readonly drag: HTMLAttributes<HTMLElement>;
  readonly onKey: (event: KeyboardEvent<HTMLElement>, passenger: Passenger) => void;
  readonly onMoveTo: (passenger: Passenger) => void;
}

/** A guest on the board: dragged by pointer, moved by Space and arrows, or by “Move to”. */
export const PassengerItem = memo(function PassengerItem(props: Props) {
  const { passenger, isGrabbed, isRefused, takesFocus, drag, onKey, onMoveTo } = props;
  const { seats } = useText();
  const { name, plusOnes, rsvp, notes } = passenger;
  const needs = needsOf(passenger);
  const handle = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) handle.current?.focus();
  }, []); // eslint-disable-line react-hooks/exhaustive-deps -- a column creates its guests again
  return (
    <li className="passenger" {...drag} data-grabbed={isGrabbed || undefined} data-refused={isRefused || undefined}>
      <div
        ref={handle}
        role="button"
        tabIndex={0}
        className="passenger-name"
        aria-pressed={isGrabbed}
        aria-describedby="seats-help"
        onKeyDown={(event) => onKey(event, passenger)}
      >
        <span className="passenger-line">
          <Avatar name={name} />
          <span className="passenger-text">{name}</span>
          {plusOnes > 0 ? <b className="passenger-plus">+{plusOnes}</b> : null}
          {needs === null ? null : (
            <span className="chip" data-tone="neutral" title={needs}>
              {needs}
            </span>
          )}
        </span>
        {rsvp === 'accepted' ? null : (
          <Text size="xs" c="dimmed">
            {seats.answers[rsvp]}
          </Text>
        )}
        {notes === null ? null : (
          <Text size="xs" c="dimmed" lineClamp={2} title={notes}>
            {notes}
          </Text>
        )}
      </div>
      <ActionIcon
        data-no-drag
        className="passenger-move no-print"
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
