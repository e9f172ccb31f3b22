import { unguarded } from '@tour-events/csv';
import type { GetEventResponse } from '@tour-events/client';
import { EVENT_FIELDS, FIELDS, NAMES, type EventField, type GuestField } from './column-names';

/** The column of the answers to a question of the event. */
type AnswerField = `answers.${string}`;

export type Field = GuestField | EventField | AnswerField;

/** A question of the event. */
export type Question = GetEventResponse['questions'][number];

export const answerField = ({ id }: Pick<Question, 'id'>): AnswerField => `answers.${id}`;

/** All that a column can be. @param questions those of the event; null without one */
export function fieldsFor(questions: readonly Question[] | null): readonly Field[] {
  return questions === null ? FIELDS : [...FIELDS, ...EVENT_FIELDS, ...questions.map(answerField)];
}

/** What a field is called. */
export function fieldLabel(
  field: string,
  labels: Readonly<Record<string, string>>,
  questions: readonly Question[] | null,
): string {
  return labels[field] ?? questions?.find((question) => answerField(question) === field)?.label ?? field;
}

/** For each column of the file the field that it is; null for one that is left out. */
export type Mapping = readonly (Field | null)[];

const NAMED = [...FIELDS, ...EVENT_FIELDS];

interface Guess {
  readonly field: Field;
  readonly rank: number;
}

/** The position of a name among those of its field, too: the lower, the better it fits. */
const FIELD_OF = new Map(
  NAMED.flatMap((field) => NAMES[field].split(' ').map((name, rank): [string, Guess] => [name, { field, rank }])),
);

/** Of these a file may have several columns: the first that is filled counts. */
export const SEVERAL: ReadonlySet<Field> = new Set<Field>(['email', 'phone', 'company']);

/** "Attendee #" is a number, and "E-mail 1 - Value" and "Telefon (privat) 2" are the same as without number and "Value". */
const plain = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll('#', ' number')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

function recognized(name: string): Guess | null {
  const whole = plain(name);
  const short = whole
    .replace(/^(e?mail|phone|organization)\d+(value|name|address|adresse)?$/, '$1')
    .replace(/\d+$/, '');
  const withoutBrackets = plain(name.replaceAll(/\([^)]*\)/g, ''));
  return FIELD_OF.get(whole) ?? FIELD_OF.get(short) ?? FIELD_OF.get(withoutBrackets) ?? null;
}

/** Whether this is how files name a column. */
export const isRecognized = (name: string): boolean => recognized(name) !== null;

/** The columns of a file by names that all differ. */
export function columnNames(header: readonly string[], unnamed: (number: number) => string): string[] {
  const names: string[] = [];
  header.forEach((cell, index) => {
    const name = cell.trim() || unnamed(index + 1);
    names.push(names.includes(name) ? `${name} (${index + 1})` : name);
  });
  return names;
}

/** In an export of an event's guests `id` and the notes are those of the guest on the event. */
function isOfEvent(names: readonly string[]): boolean {
  const known = new Set(names.map(plain));
  return known.has('guestid') && known.has('rsvp');
}

const folded = (text: string) => text.normalize().trim().toLowerCase();

/** The question that a column is called like: exactly, or else but for case, where it is nothing else. */
function askedIn(name: string, questions: readonly Question[]): Question | undefined {
  const text = unguarded(name);
  const same = questions.find(({ label }) => label === text);
  if (same !== undefined || recognized(name) !== null) return same;
  return questions.find(({ label }) => folded(label) === folded(text));
}

/**
 * What the columns most likely are, by their names. A field that a guest has once is the column that fits best.
 *
 * @param isEmpty whether no line has anything in the column: then it is left out
 * @param questions those of the event that the guests are put on; null without one
 */
export function guessedMapping(
  names: readonly string[],
  isEmpty: (index: number) => boolean,
  questions: readonly Question[] | null,
): Mapping {
  const wanted = new Set<Field>(fieldsFor(questions));
  const isExport = isOfEvent(names);
  const guesses = names.map((name, index): Guess | null => {
    if (isEmpty(index)) return null;
    const question = askedIn(name, questions ?? []);
    if (question !== undefined) return { field: answerField(question), rank: 0 };
    const guess = recognized(name);
    const ofEvent = isExport && guess?.field === 'notes' ? { ...guess, field: 'eventNotes' as const } : guess;
    return ofEvent !== null && wanted.has(ofEvent.field) ? ofEvent : null;
  });
  const has = (field: Field) => guesses.some((guess) => guess?.field === field);
  // An export may have a column for the ids of other systems, and nothing in it.
  const hasOtherIds = names.some((name) => recognized(name)?.field === 'externalId');
  // "Name, Vorname" has the last name in the first column; and an id is ours only in files that were exported here.
  const meant = guesses.map((guess) => {
    if (guess?.field === 'name' && has('firstName') && !has('lastName'))
      return { ...guess, field: 'lastName' as const };
    if (guess?.field === 'id' && !hasOtherIds) return { ...guess, field: 'externalId' as const };
    return guess;
  });
  const best = (field: Field) =>
    Math.min(...meant.filter((guess) => guess?.field === field).map((guess) => guess!.rank));
  return meant.map((guess, index) => {
    if (guess === null) return null;
    const isFirst =
      meant.findIndex((other) => other?.field === guess.field && other.rank === best(guess.field)) === index;
    return SEVERAL.has(guess.field) || isFirst ? guess.field : null;
  });
}

/** The columns in the order in which the first that is filled counts. */
export function fillingOrder(names: readonly string[]): readonly number[] {
  const rank = (index: number) => recognized(names[index]!)?.rank ?? 0;
  return [...names.keys()].sort((a, b) => rank(a) - rank(b) || a - b);
}

const PREFIX = 'te-columns ';

/** Letters of every script count: columns in Cyrillic or Japanese differ by them alone. */
const placeOf = (owner: string, names: readonly string[]) => PREFIX + owner + ' ' + names.map(folded).join('|');

/** What somebody chose for a file with these columns before; null when there was none. */
export function rememberedMapping(
  owner: string,
  names: readonly string[],
  questions: readonly Question[] | null,
): Mapping | null {
  try {
    const stored = JSON.parse(localStorage.getItem(placeOf(owner, names)) ?? 'null') as unknown;
    if (!Array.isArray(stored) || stored.length !== names.length) return null;
    const fields = fieldsFor(questions);
    return stored.map((field) => fields.find((known) => known === field) ?? null);
  } catch {
    return null;
  }
}

export function rememberMapping(owner: string, names: readonly string[], mapping: Mapping): void {
  try {
    localStorage.setItem(placeOf(owner, names), JSON.stringify(mapping));
  } catch {
    // Without storage one chooses again next time.
  }
}
