import { enumeration } from '../../../kernel/enumeration';
import { newId } from '../../../kernel/ids';
import { NotFound, type FieldProblem } from '../../../kernel/problems';
import { Flag, Id, NestedList, OneOf, Text, TextList } from '../../../platform/fields/fields';

export const QUESTION_KINDS = enumeration('QuestionKind', ['text', 'choice', 'choices', 'yes_no']);
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export const MAX_QUESTIONS = 20;
const MAX_OPTIONS = 50;

/** What guests are asked when they answer, kept with the event as one document. */
export interface Question {
  readonly id: string;
  readonly label: string;
  readonly kind: QuestionKind;
  /** What can be chosen; empty where nothing is. */
  readonly options: string[];
  /** Whether guests who accept by their own link must answer it. */
  readonly required: boolean;
}

const LABEL = {
  min: 1,
  max: 200,
  description: 'What is asked, as guests read it.',
  example: 'Which starter?',
} as const;
const OPTIONS = {
  maxEntries: MAX_OPTIONS,
  max: 200,
  description: 'What can be chosen: at least one for `choice` and `choices`, none for the others.',
  example: ['Soup', 'Salad'],
} as const;
const KIND = {
  example: 'choice',
  description:
    'How it is answered: `text` by a text, `choice` by one of the options, `choices` by a list of some of them, `yes_no` ' +
    'by true or false.',
} as const;
const REQUIRED = {
  description: 'Whether guests who accept by their own link must answer it; planners may leave it open.',
  example: false,
} as const;

/** A question as a request has it. */
export class QuestionInput {
  @Id({
    presence: 'optional',
    of: 'question',
    description: 'Of a question that the event has: it stays itself, with its answers. Without, it is a new one.',
  })
  id?: string;
  @Text(LABEL) label: string;
  @OneOf(QUESTION_KINDS, KIND) kind: QuestionKind;
  @TextList({ ...OPTIONS, presence: 'optional' }) options?: string[];
  @Flag({ ...REQUIRED, presence: 'optional', default: false }) required?: boolean;
}

/** A question as the API shows it. */
export class QuestionView implements Question {
  @Id({ of: 'question' }) readonly id: string;
  @Text(LABEL) readonly label: string;
  @OneOf(QUESTION_KINDS, KIND) readonly kind: QuestionKind;
  @TextList(OPTIONS) readonly options: string[];
  @Flag(REQUIRED) readonly required: boolean;
}

/** The field with the questions of a request. */
export function Questions(): PropertyDecorator {
  return NestedList(() => QuestionInput, {
    presence: 'optional',
    max: MAX_QUESTIONS,
    description:
      'What guests are asked when they answer, in the order in which they are asked; they replace all there were. ' +
      'Answers to one that is left out are gone.',
  });
}

/** What is wrong between the fields of each question of a request. */
export function questionsProblems({ questions }: { questions?: readonly QuestionInput[] }): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const known = new Set<string>();
  (questions ?? []).forEach(({ id, kind, options = [] }, index) => {
    const field = `questions.${index}`;
    const takesOptions = kind === 'choice' || kind === 'choices';
    if (takesOptions && options.length === 0)
      problems.push({
        field: `${field}.options`,
        code: 'required',
        message: `${field}.options is required to choose from.`,
      });
    if (!takesOptions && options.length > 0) {
      const message = `${field}.options goes with choice and choices alone.`;
      problems.push({ field: `${field}.options`, code: 'not_combinable', message });
    }
    if (id === undefined) return;
    if (known.has(id))
      problems.push({ field: `${field}.id`, code: 'duplicate', message: `${field}.id is there twice.` });
    known.add(id);
  });
  return problems;
}

/**
 * The questions of a request as they are kept.
 *
 * @param before those that the event has
 * @throws NotFound for an id that the event has no question of
 */
export function toQuestions(inputs: readonly QuestionInput[], before: readonly Question[]): Question[] {
  const known = new Set(before.map(({ id }) => id));
  const unknown = inputs.flatMap(({ id }, index) =>
    id === undefined || known.has(id) ? [] : [`questions.${index}.id`],
  );
  if (unknown.length > 0) throw new NotFound(...unknown);
  return inputs.map(({ id, label, kind, options = [], required = false }) => ({
    id: id ?? newId(),
    label,
    kind,
    options,
    required,
  }));
}

/** Questions with their fields in the order in which the API shows them; PostgreSQL orders them in its own way. */
export function inShownOrder(questions: readonly Question[]): Question[] {
  return questions.map(({ id, label, kind, options, required }) => ({ id, label, kind, options, required }));
}

/** What becomes of answers when the questions of an event change. */
export interface QuestionChanges {
  /** Ids of questions that are gone. */
  readonly removed: readonly string[];
  /** Ids of questions that are asked in another way: nobody may have answered them. */
  readonly otherKind: readonly string[];
}

export function changesOfQuestions(before: readonly Question[], after: readonly Question[]): QuestionChanges {
  const kinds = new Map(after.map(({ id, kind }) => [id, kind]));
  return {
    removed: before.filter(({ id }) => !kinds.has(id)).map(({ id }) => id),
    otherKind: before.filter(({ id, kind }) => kinds.has(id) && kinds.get(id) !== kind).map(({ id }) => id),
  };
}
