import type { FieldProblem } from '../../../kernel/problems';
import { notAllowed, tooLong, unknownField, wrongType, type FieldError } from '../../../platform/fields/field-errors';
import { codePoints, Custom } from '../../../platform/fields/fields';
import type { Presence } from '../../../platform/fields/field-definitions';
import { MAX_QUESTIONS, type Question } from '../events';
import type { AnswerValue, Answers } from './event-guest.entity';

/** Answers as a request has them; null takes one back. */
export type AnswersInput = Readonly<Record<string, unknown>>;

export const MAX_ANSWER = 2000;
/** More than an event can ask: each that it doesn't ask is named. */
const MAX_ANSWERS = 10 * MAX_QUESTIONS;

const VALUES = {
  anyOf: [{ type: 'string', maxLength: MAX_ANSWER }, { type: 'array', items: { type: 'string' } }, { type: 'boolean' }],
};
const EXAMPLE = {};

/** The field with the answers of a request. They are merged with those there are. */
export function AnswersField(): PropertyDecorator {
  return answersField('optional', 'Merged with the answers there are; null takes one back.', {
    anyOf: [...VALUES.anyOf, { type: 'null' }],
  });
}

/** The field with the answers of a response. */
export function ShownAnswers(): PropertyDecorator {
  return answersField('required', 'Of the questions that were answered.', VALUES, true);
}

function answersField(presence: Presence, says: string, values: object, personal?: true): PropertyDecorator {
  const description = `Answers to the event's \`questions\`, by their ids: a text, an option, a list of options, or true or false. ${says}`;
  return Custom(
    { presence, description, example: EXAMPLE, ...(personal && { personal }) },
    { type: 'object', additionalProperties: values },
    (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrongType('an object');
      return Object.keys(value).length > MAX_ANSWERS
        ? tooLong(MAX_ANSWERS, `must have at most ${MAX_ANSWERS} entries.`)
        : null;
    },
  );
}

/**
 * The answers of a guest after a change.
 *
 * @param sent what the change says of them, if anything
 * @param problems take what is wrong with it
 * @returns `before` itself if nothing changes
 */
export function mergedAnswers(
  questions: readonly Question[],
  before: Answers,
  sent: AnswersInput | undefined,
  problems: FieldProblem[],
): Answers {
  if (sent === undefined) return before;
  const asked = new Map(questions.map((question) => [question.id, question]));
  const merged = new Map<string, AnswerValue>(Object.entries(before));
  for (const [id, value] of Object.entries(sent)) {
    const question = asked.get(id);
    const field = `answers.${id}`;
    if (question === undefined) {
      problems.push(unknownField(field));
      continue;
    }
    const given = typeof value === 'string' ? value.trim() : value;
    if (isNoAnswer(question, given)) {
      merged.delete(id);
      continue;
    }
    const error = answerError(question, given, before[id]);
    if (error === null) merged.set(id, given as AnswerValue);
    else problems.push({ field, ...error, message: `${field} ${error.message}` });
  }
  return Object.fromEntries([...merged].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What is missing where somebody accepts by their own link. */
export function missingAnswers(questions: readonly Question[], answers: Answers): FieldProblem[] {
  return questions
    .filter(({ id, required }) => required && answers[id] === undefined)
    .map(({ id }) => ({ field: `answers.${id}`, code: 'required', message: `answers.${id} is required to accept.` }));
}

/** Nothing was written or chosen: the same as an answer that is taken back. */
function isNoAnswer({ kind }: Question, value: unknown): boolean {
  if (value === null) return true;
  if (kind === 'text') return value === '';
  return kind === 'choices' && Array.isArray(value) && value.length === 0;
}

/** @param before an option that was removed stays where it was chosen */
function answerError({ kind, options }: Question, value: unknown, before: AnswerValue | undefined): FieldError | null {
  switch (kind) {
    case 'text':
      if (typeof value !== 'string') return wrongType('a string');
      return codePoints(value) > MAX_ANSWER ? tooLong(MAX_ANSWER) : null;
    case 'yes_no':
      return typeof value === 'boolean' ? null : wrongType('a boolean');
    case 'choice':
      if (typeof value !== 'string') return wrongType('a string');
      return options.includes(value) || value === before ? null : notAllowed('must be one of', options);
    case 'choices': {
      if (!Array.isArray(value) || !value.every((option) => typeof option === 'string'))
        return wrongType('a list of strings');
      if (new Set(value).size < value.length) return { code: 'duplicate', message: 'must not name an option twice.' };
      const chosen = Array.isArray(before) ? (before as readonly string[]) : [];
      const isKnown = value.every((option) => options.includes(option) || chosen.includes(option));
      return isKnown ? null : notAllowed('must be of', options);
    }
  }
}
