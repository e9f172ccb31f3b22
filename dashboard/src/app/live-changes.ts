import { GoneError } from '@tour-events/client';
import { api } from '../shared/api';
import { follows, type Change } from '../shared/followed-changes';
import { queryClient } from '../shared/query-client';
import { changesStart } from './changes-start';
import { useOneStream } from './one-stream';

/** Changes that come together are shown together. */
const GATHER_MS = 150;

/** What the tab with the stream passes on: the type of a change, and the cursor behind it. */
interface Passed {
  readonly type: Change;
  readonly cursor: string;
}

/** Where whoever has the stream next goes on, so that none is missed when the tab that has it is closed. */
let cursor: string | null = null;

/** Follows the changes of the organization, so that what others do appears within two seconds. */
export function useLiveChanges(): void {
  useOneStream<Passed>('te-changes', readChanges, (change) => {
    cursor = change.cursor;
    noteChange(change.type);
  });
}

async function readChanges(signal: AbortSignal, onChange: (change: Passed) => void): Promise<void> {
  try {
    cursor ??= await changesStart();
    const changes = api.changes.follow(cursor === null ? {} : { after: cursor }, { signal });
    for await (const { type, cursor } of changes) onChange({ type, cursor });
  } catch (error) {
    if (!(error instanceof GoneError)) throw error;
    // After a month of sleep: nobody knows what has changed, so everything may have.
    cursor = null;
    void queryClient.invalidateQueries();
    await readChanges(signal, onChange);
  }
}

const gathered = new Set<Change>();
let timer: ReturnType<typeof setTimeout> | undefined;

function noteChange(type: Change): void {
  gathered.add(type);
  timer ??= setTimeout(() => {
    timer = undefined;
    const changes = [...gathered];
    gathered.clear();
    void queryClient.invalidateQueries({ predicate: (query) => changes.some((change) => follows(query, change)) });
  }, GATHER_MS);
}
