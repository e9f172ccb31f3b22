import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useEveryText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { ButtonLink } from '../../shared/text-link';
import { importCheckQuery, importGuests, type ImportOutcome } from './guest-import-queries';
import { countWithoutKey } from './guest-rows';
import { ImportProgress } from './import-progress';
import { LineTable } from './line-table';
import { putOnEvent, type PutOnEvent } from './put-on-event';
import { useDownloads, useRowSentences } from './row-problems';
import type { GuestFileState } from './use-guest-file';

interface Props {
  readonly file: GuestFileState;
  /** The event that the guests are put on, if any. */
  readonly eventId: string | null;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onAgain: () => void;
}

interface Result {
  readonly outcome: ImportOutcome;
  readonly onEvent: PutOnEvent | null;
}

/** What an import would do, line by line; then the import itself, and what it did. */
export function CheckedLines({ file, eventId, onBusy, onAgain }: Props) {
  const { guestImport: text } = useEveryText();
  const check = useQuery({ ...importCheckQuery(file.key, file.rows), enabled: file.isSettled });
  const abort = useRef<AbortController>(null);
  const [part, setPart] = useState<number | null>(null);
  const run = useMutation({
    mutationFn: async (): Promise<Result> => {
      abort.current = new AbortController();
      const outcome = await importGuests(file.rows, check.data!, abort.current.signal);
      if (eventId === null) return { outcome, onEvent: null };
      setPart(0);
      const used = file.rows.filter((row) => row.problem === null && !outcome.problems.has(row));
      return { outcome, onEvent: await putOnEvent(eventId, used, outcome.leftOut, setPart) };
    },
    onMutate: () => onBusy(true),
    onSettled: () => {
      onBusy(false);
      setPart(null);
    },
  });
  const cancel = () => {
    abort.current?.abort();
    run.reset();
  };
  const outcome = run.data?.outcome ?? check.data;
  const sentences = useRowSentences(file.questions, outcome, run.data?.onEvent ?? null);
  const downloads = useDownloads(file, sentences);
  if (check.error !== null) return <ProblemAlert error={check.error} />;
  if (outcome === undefined)
    return <Skeleton h={160} role="status" aria-busy="true" aria-label={text.checking} data-loading />;
  const bad = file.rows.filter((row) => sentences.problemsOf(row).length > 0).length;
  const good = file.rows.length - bad;
  const warned = file.rows.filter((row) => outcome.warnings.has(row) || row.event.problems.length > 0).length;
  const notOnEvent = run.data?.onEvent?.problems.size ?? 0;
  const withoutKey = countWithoutKey(file.rows);
  const isDone = run.data !== undefined;
  return (
    <Stack gap="sm">
      <Alert
        color={bad + warned + outcome.renamed.size + notOnEvent === 0 ? 'green' : 'yellow'}
        role="status"
        title={isDone ? text.done : undefined}
      >
        <Text size="sm">{(isDone ? text.did : text.would)(outcome.created, outcome.updated, outcome.unchanged)}</Text>
        {warned === 0 ? null : <Text size="sm">{(isDone ? text.warnedCount : text.warningCount)(warned)}</Text>}
        {outcome.renamed.size === 0 ? null : (
          <Text size="sm">{(isDone ? text.didRename : text.renamedCount)(outcome.renamed.size)}</Text>
        )}
        {bad === 0 ? null : <Text size="sm">{isDone ? text.leftOutCount(bad) : text.badCount(bad)}</Text>}
        {run.data?.onEvent == null ? null : (
          <>
            <Text size="sm">{text.onEvent(run.data.onEvent.added, run.data.onEvent.unchanged)}</Text>
            {notOnEvent === 0 ? null : <Text size="sm">{text.notOnEventCount(notOnEvent)}</Text>}
          </>
        )}
      </Alert>
      {isDone ? null : (
        <Text size="sm" c="dimmed">
          {text.explanation}
          {withoutKey === 0 ? '' : ` ${text.withoutKey(withoutKey)}`}
        </Text>
      )}
      {run.error === null ? null : <ProblemAlert error={run.error} />}
      {run.isPending ? (
        <ImportProgress
          label={part === null ? text.importing(good) : text.puttingOnEvent}
          part={part}
          expectedMs={check.data?.tookMs ?? 0}
          onCancel={part === null ? cancel : null}
        />
      ) : (
        <Group gap="xs">
          {isDone ? (
            <>
              {eventId === null ? (
                <ButtonLink to="/guests">{text.toGuests}</ButtonLink>
              ) : (
                <ButtonLink to="/events/$eventId" params={{ eventId }} search={{ tab: 'guests' }}>
                  {text.toEvent}
                </ButtonLink>
              )}
              <Button variant="default" onClick={downloads.saveResult}>
                {text.saveResult}
              </Button>
              <Button variant="default" onClick={onAgain}>
                {text.again}
              </Button>
            </>
          ) : (
            <Button disabled={good === 0 || !file.isSettled} onClick={() => run.mutate()}>
              {text.import(good)}
            </Button>
          )}
          {bad === 0 ? null : (
            <Button variant="default" onClick={downloads.saveErrors}>
              {text.saveErrors}
            </Button>
          )}
        </Group>
      )}
      <LineTable
        rows={file.rows}
        questions={file.questions}
        sentences={sentences}
        good={isDone ? text.imported : text.ready}
      />
    </Stack>
  );
}
