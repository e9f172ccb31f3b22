import { setImmediate } from 'node:timers/promises';
import { csvSteps, type CsvRecord, type Delimiter } from '../../../packages/csv/src';

export { delimiterOf, fittedCells, isBlank, MAX_RECORD_LENGTH, withoutBlankEnd } from '../../../packages/csv/src';
export type { CsvRecord } from '../../../packages/csv/src';

/** Like `csvSteps`, but yields to the event loop, however long the text is. */
export async function* csvRecords(text: string, delimiter: Delimiter): AsyncGenerator<CsvRecord, void> {
  for (const step of csvSteps(text, delimiter)) {
    if (step === null) await setImmediate();
    else yield step;
  }
}
