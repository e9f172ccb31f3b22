import { useState, type PointerEvent } from 'react';

interface Steady<Row> {
  /** In the order to show; null for a row that is gone, whose place stays. */
  readonly rows: readonly (Row | null)[];
  /** For the element whose rows stay in their places while the mouse is over it. */
  readonly handlers: {
    readonly onPointerEnter: (event: PointerEvent) => void;
    readonly onPointerLeave: () => void;
  };
}

interface Held {
  readonly ids: readonly string[];
  readonly address: string;
}

/**
 * Rows that do not jump away under the mouse: while it is over them, rows that others add come at the end, and one that
 * they remove leaves its place empty. With another address (filters, sorting, page) all is as the service says.
 *
 * @param rows null while those of this address are not read yet
 */
export function useSteadyRows<Row extends { readonly id: string }>(
  rows: readonly Row[] | null,
  address: string,
): Steady<Row> {
  const [isOver, setOver] = useState(false);
  const [held, setHeld] = useState<Held | null>(null);
  const handlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => setOver(pointerType === 'mouse'),
    onPointerLeave: () => setOver(false),
  };
  const isHeld = held !== null && held.address === address && isOver;
  if (!isOver && held !== null) setHeld(null);
  if (isOver && !isHeld && rows !== null && rows.length > 0) setHeld({ ids: rows.map(({ id }) => id), address });
  if (!isHeld || rows === null) return { rows: rows ?? [], handlers };
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kept = held.ids.map((id) => byId.get(id) ?? null);
  const added = rows.filter(({ id }) => !held.ids.includes(id));
  return { rows: [...kept, ...added], handlers };
}
