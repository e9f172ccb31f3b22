import type { GetEventResponse, QuestionInput, QuestionKind } from '@tour-events/client';

type Question = GetEventResponse['questions'][number];

/** A question as a form has it: `id` is null until it was saved, and the options stand on lines of their own. */
export interface AskedQuestion {
  readonly id: string | null;
  readonly label: string;
  readonly kind: QuestionKind;
  readonly options: string;
  readonly required: boolean;
}

export const askedQuestions = (questions: readonly Question[]): AskedQuestion[] =>
  questions.map(({ options, ...rest }) => ({ ...rest, options: options.join('\n') }));

/** A question that has its id stays the same for those who have answered it. */
export const questionInputs = (questions: readonly AskedQuestion[]): QuestionInput[] =>
  questions.map(({ id, label, kind, options, required }) => ({
    ...(id !== null && { id }),
    label,
    kind,
    options: hasOptions(kind) ? linesOf(options) : [],
    required,
  }));

export const hasOptions = (kind: QuestionKind) => kind === 'choice' || kind === 'choices';
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
