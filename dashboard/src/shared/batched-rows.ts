import { useState } from 'react';

/** A row of a list, or what stands for several that follow each other. */
export type Batched<Row> = Row & {
  /** The rows that it stands for, or null for a single row. */
  readonly batch: readonly Row[] | null;
  /** Whether they stand below it. */
  readonly isOpen: boolean;
  /** Whether it is one of those. */
  readonly isPart: boolean;
};

interface Batches<Row> {
  readonly rows: Batched<Row>[];
  /** Opens or closes one, by its id. */
  readonly toggle: (id: string) => void;
}

/**
 * Makes one row, which opens, of those that follow each other and belong together.
 *
 * @param belongs whether a row belongs to those above it
 */
export function useBatchedRows<Row extends { readonly id: string }>(
  rows: readonly Row[],
  belongs: (batch: readonly Row[], row: Row) => boolean,
): Batches<Row> {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  const batches: Row[][] = [];
  for (const row of rows) {
    const batch = batches.at(-1);
    if (batch !== undefined && belongs(batch, row)) batch.push(row);
    else batches.push([row]);
  }
  const shown = batches.flatMap((batch) => {
    const alone = batch.map((row) => ({ ...row, batch: null, isOpen: false, isPart: batch.length > 1 }));
    if (batch.length === 1) return alone;
    // Its id is none of a row: both may stand in the list.
    const id = `batch ${batch[0]!.id}`;
    const isOpen = open.has(id);
    return [{ ...batch[0]!, id, batch, isOpen, isPart: false }, ...(isOpen ? alone : [])];
  });
  return { rows: shown, toggle };
}
