import { useState, type KeyboardEvent } from 'react';
import { useText } from '../../shared/language';
import type { BoardColumn } from './board-model';
import type { Passenger } from './seats-queries';

interface KeyboardMoves {
  /** The column that the guest in hand goes to; undefined while nobody is in hand. */
  readonly target: string | null | undefined;
  /** The guest who was put down last: has the focus in the new column, too. */
  readonly moved: string | null;
  /** What is going on, for who can't see it. */
  readonly announcement: string;
  readonly onKey: (event: KeyboardEvent<HTMLElement>, passenger: Passenger) => void;
}

interface Options {
  readonly columns: readonly BoardColumn[];
  /** The guest in hand. */
  readonly grabbed: string | null;
  /** Takes a guest in hand, or nobody. */
  readonly grab: (passenger: Passenger | null) => void;
  readonly to: (passenger: Passenger, column: BoardColumn) => void;
}

/** Space takes a guest, arrows choose a column, Space puts them there, Escape leaves all as it was. */
export function useKeyboardMoves({ columns, grabbed, grab, to }: Options): KeyboardMoves {
  const { seats } = useText();
  const [target, setTarget] = useState<string | null | undefined>();
  const [moved, setMoved] = useState<string | null>(null);
  const [announcement, announce] = useState('');
  const describe = ({ id, name, free }: BoardColumn) => (id === null ? name : seats.over(name, free));
  const take = (passenger: Passenger) => {
    grab(passenger);
    setTarget(columns.find(({ passengers }) => passengers.includes(passenger))?.id);
    announce(seats.grabbed(passenger.name));
  };
  const putDown = (passenger: Passenger) => {
    // Somebody else may have taken the vehicle off the event meanwhile.
    const column = columns.find(({ id }) => id === target);
    letGo();
    if (column === undefined) return announce(seats.released(passenger.name));
    setMoved(passenger.eventGuestId);
    announce(seats.dropped(passenger.name, column.name));
    to(passenger, column);
  };
  const letGo = () => {
    grab(null);
    setTarget(undefined);
  };
  const onKey: KeyboardMoves['onKey'] = (event, passenger) => {
    const isOwn = target !== undefined && grabbed === passenger.eventGuestId;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === ' ' || (event.key === 'Enter' && !isOwn)) {
      event.preventDefault();
      if (isOwn) putDown(passenger);
      else take(passenger);
    } else if (isOwn && step !== undefined) {
      event.preventDefault();
      const next = columns[(columns.findIndex(({ id }) => id === target) + step + columns.length) % columns.length]!;
      setTarget(next.id);
      announce(describe(next));
    } else if (isOwn && event.key === 'Escape') {
      letGo();
      announce(seats.released(passenger.name));
    }
  };
  return { target, moved, announcement, onKey };
}
