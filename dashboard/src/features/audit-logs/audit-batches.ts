import type { AuditLog } from './audit-words';

/** A row of the list: a record, or what stands for all that one request did of the same kind. */
export type Batched<Row extends AuditLog> = Row & {
  /** The records that it stands for, or null for a record by itself. */
  readonly batch: readonly Row[] | null;
  /** Whether they stand below it. */
  readonly isOpen: boolean;
  /** Whether it is one of those. */
  readonly isPart: boolean;
};

/**
 * The rows of a page: records that follow each other, of one request and one action, are one that opens.
 *
 * @param open the ids of those that are open
 */
export function batchesOf<Row extends AuditLog>(records: readonly Row[], open: ReadonlySet<string>): Batched<Row>[] {
  const batches: Row[][] = [];
  for (const record of records) {
    const last = batches.at(-1);
    if (last !== undefined && isOfBatch(last[0]!, record)) last.push(record);
    else batches.push([record]);
  }
  return batches.flatMap((batch) => {
    const alone = batch.map((record) => ({ ...record, batch: null, isOpen: false, isPart: batch.length > 1 }));
    if (batch.length === 1) return alone;
    // Its id is none of a record: both may stand in the list.
    const id = `batch ${batch[0]!.id}`;
    const isOpen = open.has(id);
    return [{ ...batch[0]!, id, batch, isOpen, isPart: false }, ...(isOpen ? alone : [])];
  });
}

function isOfBatch(one: AuditLog, other: AuditLog): boolean {
  return (
    one.context.requestId !== null &&
    one.context.requestId === other.context.requestId &&
    one.action === other.action &&
    one.actor.id === other.actor.id
  );
}
