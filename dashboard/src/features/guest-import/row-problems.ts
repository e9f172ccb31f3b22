import { useCallback } from 'react';
import { useText } from '../../shared/language';
import { fieldText } from '../../shared/problems';
import { saveAs } from '../../shared/save-as';
import { csvFile } from './csv-file';
import type { RowProblem } from './guest-import-queries';
import type { GuestRow } from './guest-rows';
import type { GuestFileState } from './use-guest-file';

/** What is wrong with a row, in sentences: what was found here, and what the service says. */
export type ProblemsOf = (row: GuestRow) => readonly string[];

export function useProblemsOf(found: ReadonlyMap<GuestRow, readonly RowProblem[]> | undefined): ProblemsOf {
  const { guestImport: text, problems } = useText();
  return useCallback(
    (row) => {
      if (row.problem !== null) return [text.rowProblems[row.problem]];
      return (found?.get(row) ?? []).map((problem) => {
        const { field } = problem;
        const sentence = fieldText({ ...problem, field: field ?? '' }, problems);
        const labels: Readonly<Record<string, string>> = text.fields;
        return field === null ? sentence : `${labels[field] ?? field}: ${sentence}`;
      });
    },
    [found, problems, text],
  );
}

interface Downloads {
  /** The lines that are left out, as they are in the file, to be corrected and imported again. */
  readonly saveErrors: () => void;
  /** All lines with what became of each. */
  readonly saveResult: () => void;
}

export function useDownloads(file: GuestFileState, problemsOf: ProblemsOf): Downloads {
  const { guestImport: text } = useText();
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
      return [...cellsOf(row), String(row.source.line), state, problems.join(' ')];
    });
    const header = [...columns, text.line, text.state, text.problem];
    saveAs(csvFile([header, ...lines], separator), `${baseName}-${text.resultFile}.csv`);
  };
  return { saveErrors, saveResult };
}
