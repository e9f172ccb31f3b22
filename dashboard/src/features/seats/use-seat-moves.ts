import { useState } from 'react';
import { useText } from '../../shared/language';
import { problemText } from '../../shared/problems';
import type { PendingMoves } from './board-model';
import { invalidateSeats, moveGuest, type Passenger } from './seats-queries';

interface SeatMoves {
  /** Where guests are shown who are on the way, or in hand. */
  readonly pending: PendingMoves;
  /** Why a guest went back, until the next move. */
  readonly problem: { readonly text: string; readonly eventGuestId: string } | null;
  /** The guest in hand. */
  readonly grabbed: string | null;
  /** Takes a guest of a column in hand: they stay there whatever others do, until nobody is in hand. */
  readonly grab: (eventGuestId: string | null, columnId?: string | null) => void;
  readonly move: (passenger: Passenger, target: { id: string | null; name: string }) => void;
}

/**
 * Moves guests so that it shows at once. What the service does not accept, such as a seat that somebody else took in the
 * same moment, goes back and says why.
 */
export function useSeatMoves(eventId: string): SeatMoves {
  const { seats, problems } = useText();
  const [pending, setPending] = useState<PendingMoves>(new Map());
  const [problem, setProblem] = useState<SeatMoves['problem']>(null);
  const [inHand, setInHand] = useState<{ id: string; at: string | null } | null>(null);
  const grab: SeatMoves['grab'] = (id, at = null) => setInHand(id === null ? null : { id, at });
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
      .catch((error: unknown) =>
        setProblem({ text: seats.wentBack(name, target.name, problemText(error, problems)), eventGuestId }),
      )
      .then(() => invalidateSeats(eventId))
      .finally(() => settle(eventGuestId));
  };
  const shown = inHand === null ? pending : new Map(pending).set(inHand.id, inHand.at);
  return { pending: shown, problem, grabbed: inHand?.id ?? null, grab, move };
}
