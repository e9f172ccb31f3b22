import { useState } from 'react';
import { useText } from '../../shared/language';
import { problemText } from '../../shared/problems';
import type { PendingMoves } from './board-model';
import { invalidateSeats, moveGuest, type Passenger } from './seats-queries';

interface SeatMoves {
  readonly pending: PendingMoves;
  /** Why a guest went back, until the next move. */
  readonly problem: string | null;
  readonly move: (passenger: Passenger, target: { id: string | null; name: string }) => void;
}

/**
 * Moves guests so that it shows at once. What the service does not accept, such as a seat that somebody else took in the
 * same moment, goes back and says why.
 */
export function useSeatMoves(eventId: string): SeatMoves {
  const { seats, problems } = useText();
  const [pending, setPending] = useState<PendingMoves>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const settle = (id: string) =>
    setPending((before) => {
      const rest = new Map(before);
      rest.delete(id);
      return rest;
    });
  const move: SeatMoves['move'] = (passenger, target) => {
    const { eventGuestId, name } = passenger;
    setProblem(null);
    setPending((before) => new Map(before).set(eventGuestId, target.id));
    void moveGuest(eventId, eventGuestId, target.id)
      .catch((error: unknown) => setProblem(seats.wentBack(name, target.name, problemText(error, problems))))
      .then(() => invalidateSeats(eventId))
      .finally(() => settle(eventGuestId));
  };
  return { pending, problem, move };
}
