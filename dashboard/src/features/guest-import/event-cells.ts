import type { BatchEventGuestsData } from '@tour-events/client';
import { answerField, type Field, type Question } from './guest-columns';

type Item = BatchEventGuestsData['body']['items'][number];

/** What an item of a batch says of a guest on an event, besides who it is. */
export type OnEvent = Pick<Item, 'rsvp' | 'plusOnes' | 'companions' | 'answers' | 'notes' | 'party'>;

/** A cell that cannot be used: the row is imported without it. */
interface CellProblem {
  readonly field: Field;
  readonly problem: 'answer' | 'number' | 'option' | 'long' | 'companions';
}

/** What a row says of the guest on the event. An empty cell changes nothing. */
export interface EventCells {
  readonly item: OnEvent;
  readonly problems: readonly CellProblem[];
}

const MAX_PLUS_ONES = 100;
const MAX_NAME = 200;
const MAX_ANSWER = 2000;
const MAX_DIETARY = 1000;
const MAX_NOTES = 5000;

/** Without signs and accents, as people write them in English and German. */
const RSVPS: Readonly<Record<NonNullable<OnEvent['rsvp']>, string>> = {
  accepted: 'accepted accept accepts yes y going coming attending 1 true x ja j zugesagt zusage kommt',
  declined: 'declined decline declines no n notgoing notcoming 0 false nein abgesagt absage kommtnicht',
  tentative: 'tentative maybe unsure vielleicht unsicher vorbehalt',
  pending: 'pending open invited noanswer noansweryet ausstehend offen eingeladen keineantwort',
};
const YES = new Set('yes y true 1 x ja j wahr'.split(' '));
const NO = new Set('no n false 0 nein falsch'.split(' '));

const plain = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
const folded = (text: string) => text.normalize().trim().toLowerCase();

/** @param cells of one row, each without blanks around it */
export function eventCells(
  cells: Readonly<Partial<Record<Field, string>>>,
  questions: readonly Question[],
): EventCells {
  const problems: CellProblem[] = [];
  const item: OnEvent = {};
  const read = <T>(field: Field, value: (cell: string) => T | CellProblem['problem'], take: (read: T) => void) => {
    const cell = cells[field];
    if (!cell) return;
    const found = value(cell);
    if (isProblem(found)) problems.push({ field, problem: found });
    else take(found as T);
  };
  read('rsvp', rsvpIn, ({ rsvp }) => (item.rsvp = rsvp));
  read('plusOnes', plusOnesIn, (plusOnes) => (item.plusOnes = plusOnes));
  read(
    'party',
    (cell) => textIn(cell, MAX_NAME),
    ({ text }) => (item.party = text),
  );
  read(
    'eventNotes',
    (cell) => textIn(cell, MAX_NOTES),
    ({ text }) => (item.notes = text),
  );
  read(
    'companions',
    (cell) => companionsIn(cell, item.plusOnes),
    (companions) => {
      item.companions = [...companions];
      // Who says whom they bring need not say how many.
      item.plusOnes ??= companions.length;
    },
  );
  const answers: Record<string, string | string[] | boolean> = {};
  for (const question of questions)
    read(
      answerField(question),
      (cell) => answerIn(question, cell),
      ({ answer }) => (answers[question.id] = answer),
    );
  if (Object.keys(answers).length > 0) item.answers = answers;
  return { item, problems };
}

const isProblem = (found: unknown): found is CellProblem['problem'] => typeof found === 'string';

function rsvpIn(cell: string) {
  const said = plain(cell);
  const rsvp = (Object.keys(RSVPS) as (keyof typeof RSVPS)[]).find((each) => RSVPS[each].split(' ').includes(said));
  return rsvp === undefined ? 'answer' : { rsvp };
}

function plusOnesIn(cell: string): number | 'number' {
  const count = /^\+?\d{1,3}$/.test(cell) ? Number(cell) : Infinity;
  return count <= MAX_PLUS_ONES ? count : 'number';
}

function textIn(text: string, max: number): { text: string } | 'long' {
  return [...text].length > max ? 'long' : { text };
}

type Companions = NonNullable<OnEvent['companions']>;

function companionsIn(cell: string, plusOnes = MAX_PLUS_ONES): Companions | 'companions' | 'long' {
  const companions = cell
    .split('|')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map(companionIn);
  if (companions.length > plusOnes) return 'companions';
  const isLong = companions.some(
    ({ name, dietary }) => [...name].length > MAX_NAME || [...(dietary ?? '')].length > MAX_DIETARY,
  );
  return isLong ? 'long' : companions;
}

/** `Name (dietary)`: what somebody eats stands in the last brackets, which may have others within. */
function companionIn(text: string): Companions[number] {
  let depth = 0;
  for (let at = text.endsWith(')') ? text.length - 1 : -1; at > 0; at--) {
    if (text[at] === ')') depth++;
    if (text[at] === '(' && --depth === 0) {
      const dietary = text.slice(at + 1, -1).trim();
      const name = text.slice(0, at).trim();
      return name === '' ? { name: text } : { name, dietary: dietary === '' ? null : dietary };
    }
  }
  return { name: text, dietary: null };
}

type AnswerProblem = 'option' | 'long';

function answerIn({ kind, options }: Question, cell: string): { answer: string | string[] | boolean } | AnswerProblem {
  const optionOf = (text: string) =>
    options.find((option) => option === text) ?? options.find((option) => folded(option) === folded(text));
  switch (kind) {
    case 'text': {
      const read = textIn(cell, MAX_ANSWER);
      return isProblem(read) ? 'long' : { answer: read.text };
    }
    case 'yes_no': {
      const said = plain(cell);
      return YES.has(said) ? { answer: true } : NO.has(said) ? { answer: false } : 'option';
    }
    case 'choice': {
      const option = optionOf(cell);
      return option === undefined ? 'option' : { answer: option };
    }
    case 'choices': {
      const whole = optionOf(cell);
      const chosen = whole === undefined ? cell.split('|').map(optionOf) : [whole];
      const known = [...new Set(chosen.filter((option) => option !== undefined))];
      return chosen.includes(undefined) ? 'option' : { answer: known };
    }
  }
}
