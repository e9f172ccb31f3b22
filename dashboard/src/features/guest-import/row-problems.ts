import { useMemo } from 'react';
import { useEveryText } from '../../shared/language';
import { fieldText } from '../../shared/problems';
import { saveAs } from '../../shared/save-as';
import { csvFile } from './csv-file';
import type { ImportOutcome, RowProblem } from './guest-import-queries';
import type { GuestRow } from './guest-rows';
import type { GuestFileState } from './use-guest-file';

/** Sentences about a row. */
export type SentencesOf = (row: GuestRow) => readonly string[];

export interface RowSentences {
  /** Why a row is not used: what was found here, and what the service says. */
  readonly problemsOf: SentencesOf;
  /** Which cells are left out of a row that is used, and who gets another name. */
  readonly warningsOf: SentencesOf;
}

export function useRowSentences(outcome: ImportOutcome | undefined): RowSentences {
  const { guestImport: text, problems } = useEveryText();
  return useMemo(() => {
    const labels: Readonly<Record<string, string>> = text.fields;
    const sentence = (problem: RowProblem) => {
      const { field } = problem;
      const said = fieldText({ ...problem, field: field ?? '' }, problems);
      return field === null ? said : `${labels[field] ?? field}: ${said}`;
    };
    return {
      problemsOf: (row) =>
        row.problem !== null ? [text.rowProblems[row.problem]] : (outcome?.problems.get(row) ?? []).map(sentence),
      warningsOf: (row) => {
        const rename = outcome?.renamed.get(row);
        return [
          ...(rename === undefined ? [] : [text.renamed(rename.from)]),
          ...(outcome?.warnings.get(row) ?? []).map((problem) => text.withoutCell(sentence(problem))),
        ];
      },
    };
  }, [outcome, problems, text]);
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
