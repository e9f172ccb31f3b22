import { Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from './language';
import { ProblemAlert } from './problem-alert';
import { problemText } from './problems';

/** More would cover the list. */
const MAX_NAMED = 5;

/** A row of a list. */
interface Row {
  readonly id: string;
  /** Who or what it is. */
  readonly name: string;
}

interface Change {
  readonly row: Row;
  readonly work: () => Promise<unknown>;
}

/** Changes one row; others may be under way. */
export type ChangeRow = (row: Row, work: () => Promise<unknown>) => void;

type FailedChange = Row & { readonly error: unknown };

/** Changes rows of a list, many at a time. What fails is kept until the same row is changed again. */
export function useRowChanges(): { readonly change: ChangeRow; readonly failed: readonly FailedChange[] } {
  const [failed, setFailed] = useState<readonly FailedChange[]>([]);
  // Of several calls TanStack Query shows only the last one's error: each is noted here.
  const { mutate } = useMutation({
    mutationFn: ({ work }: Change) => work(),
    onMutate: ({ row }) => setFailed((all) => all.filter(({ id }) => id !== row.id)),
    onError: (error, { row }) => setFailed((all) => [...all, { ...row, error }]),
  });
  return { change: (row, work) => mutate({ row, work }), failed };
}

/** Names the rows that could not be changed, and why. */
export function FailedChanges({ failed }: { readonly failed: readonly FailedChange[] }) {
  const { common, problems } = useText();
  const reasons = new Map<string, FailedChange[]>();
  for (const each of failed) {
    const reason = problemText(each.error, problems);
    reasons.set(reason, [...(reasons.get(reason) ?? []), each]);
  }
  if (reasons.size === 0) return null;
  return (
    <Stack gap="xs">
      {[...reasons].map(([reason, rows]) => (
        <ProblemAlert key={reason} title={common.notSaved(namesOf(rows))} error={rows.at(-1)?.error} />
      ))}
    </Stack>
  );
}

function namesOf(rows: readonly Row[]): string {
  const names = rows.slice(0, MAX_NAMED).map(({ name }) => name);
  return [...names, ...(rows.length > MAX_NAMED ? ['…'] : [])].join(', ');
}
