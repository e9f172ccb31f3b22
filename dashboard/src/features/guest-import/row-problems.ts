import { useMemo } from 'react';
import { useEveryText } from '../../shared/language';
import { fieldText, itemText } from '../../shared/problems';
import { saveAs } from '../../shared/save-as';
import { csvFile } from './csv-file';
import { fieldLabel, type Question } from './guest-columns';
import type { ImportOutcome, RowProblem } from './guest-import-queries';
import type { GuestRow } from './guest-rows';
import type { PutOnEvent } from './put-on-event';
import type { GuestFileState } from './use-guest-file';

/** Sentences about a row. */
export type SentencesOf = (row: GuestRow) => readonly string[];

export interface RowSentences {
  /** Why a row is not used: what was found here, and what the service says. */
  readonly problemsOf: SentencesOf;
  /** Which cells are left out of a row that is used, and who gets another name. */
  readonly warningsOf: SentencesOf;
}

/**
 * @param questions of the event that the guests are put on; null without one
 * @param onEvent what became of that
 */
export function useRowSentences(
  questions: readonly Question[] | null,
  outcome: ImportOutcome | undefined,
  onEvent: PutOnEvent | null,
): RowSentences {
  const { guestImport: text, problems } = useEveryText();
  return useMemo(() => {
    const labelOf = (field: string) => fieldLabel(field, text.fields, questions);
    const sentence = (problem: RowProblem) => {
      const { field } = problem;
      const said = fieldText({ ...problem, field: field ?? '' }, problems);
      return field === null ? said : `${labelOf(field)}: ${said}`;
    };
    return {
      problemsOf: (row) =>
        row.problem !== null ? [text.rowProblems[row.problem]] : (outcome?.problems.get(row) ?? []).map(sentence),
      warningsOf: (row) => {
        const rename = outcome?.renamed.get(row);
        return [
          ...(rename === undefined ? [] : [text.renamed(rename.from)]),
          ...(outcome?.warnings.get(row) ?? []).map((problem) => text.withoutCell(sentence(problem))),
          ...row.event.problems.map(({ field, problem }) =>
            text.withoutCell(`${labelOf(field)}: ${text.cellProblems[problem]}`),
          ),
          ...(onEvent?.problems.get(row) ?? []).map((problem) => text.notOnEvent(itemText(problem, problems))),
        ];
      },
    };
  }, [onEvent, outcome, problems, questions, text]);
}

interface Downloads {
  /** The lines that are left out, as they are in the file, to be corrected and imported again. */
  readonly saveErrors: () => void;
  /** All lines with what became of each. */
  readonly saveResult: () => void;
}

export function useDownloads(file: GuestFileState, { problemsOf, warningsOf }: RowSentences): Downloads {
  const { guestImport: text } = useEveryText();
  const { columns, rows, separator, name } = file;
  const baseName = name.replace(/\.\w+$/, '');
  const cellsOf = ({ source }: GuestRow) => columns.map((_, index) => source.cells[index] ?? '');
  const saveErrors = () => {
    const lines = rows
      .map((row) => ({ row, problems: problemsOf(row) }))
      .filter(({ problems }) => problems.length > 0)
      .map(({ row, problems }) => [...cellsOf(row), String(row.source.line), problems.join(' ')]);
    saveAs(csvFile([[...columns, text.line, text.problem], ...lines], separator), `${baseName}-${text.errorsFile}.csv`);
  };
  const saveResult = () => {
    const lines = rows.map((row) => {
      const problems = problemsOf(row);
      const state = problems.length === 0 ? text.imported : text.leftOutLine;
      return [...cellsOf(row), String(row.source.line), state, [...problems, ...warningsOf(row)].join(' ')];
    });
    const header = [...columns, text.line, text.state, text.problem];
    saveAs(csvFile([header, ...lines], separator), `${baseName}-${text.resultFile}.csv`);
  };
  return { saveErrors, saveResult };
}
