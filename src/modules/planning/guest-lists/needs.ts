import { firstOf } from '../../../kernel/lists';
import { searchText } from '../../../kernel/search-text';
import type { Question } from '../events';

/** A guest who accepted, as needs are counted. */
export interface NeedyGuest {
  readonly name: string;
  readonly dietary: string | null;
  readonly plusOnes: number;
  readonly companions: readonly { readonly name: string; readonly dietary: string | null }[];
  readonly answers: Readonly<Record<string, string | readonly string[] | boolean>>;
}

export interface CountedValue {
  readonly value: string;
  readonly people: number;
}

interface CountedQuestion {
  readonly id: string;
  readonly label: string;
  readonly values: readonly CountedValue[];
  readonly unanswered: number;
}

/** What those who come need. */
export interface Needs {
  readonly people: number;
  readonly dietary: readonly CountedValue[];
  readonly questions: readonly CountedQuestion[];
}

/** Counts what people said; what is spelled alike, but for case, accents and blanks, is counted together. */
class Counter {
  private readonly spellings = new Map<string, Map<string, number>>();

  add(text: string | null): void {
    const said = text?.trim() ?? '';
    if (said === '') return;
    const key = searchText(said).replace(/\s+/g, ' ');
    const spellings = this.spellings.get(key) ?? new Map<string, number>();
    spellings.set(said, (spellings.get(said) ?? 0) + 1);
    this.spellings.set(key, spellings);
  }

  /** Most people first; each in the spelling that most use, of several the first in the alphabet. */
  get values(): CountedValue[] {
    const counted = [...this.spellings].map(([key, spellings]) => {
      const byUse = [...spellings].sort(([a, of], [b, others]) => others - of || (a < b ? -1 : 1));
      return { key, value: firstOf(byUse)[0], people: byUse.reduce((sum, [, count]) => sum + count, 0) };
    });
    counted.sort((a, b) => b.people - a.people || (a.key < b.key ? -1 : 1));
    return counted.map(({ value, people }) => ({ value, people }));
  }
}

/** Counts the needs of an event's guests, those whom they bring included. An answer is that of one person. */
export function countNeeds(questions: readonly Question[], guests: readonly NeedyGuest[]): Needs {
  const dietary = new Counter();
  for (const guest of guests) {
    dietary.add(guest.dietary);
    for (const companion of guest.companions) dietary.add(companion.dietary);
  }
  return {
    people: guests.reduce((sum, { plusOnes }) => sum + 1 + plusOnes, 0),
    dietary: dietary.values,
    questions: questions.map(({ id, label }) => {
      const counter = new Counter();
      let unanswered = 0;
      for (const { answers } of guests) {
        const said = answers[id];
        if (said === undefined) unanswered++;
        else for (const value of wordsOf(said)) counter.add(value);
      }
      return { id, label, values: counter.values, unanswered };
    }),
  };
}

/** One row of a list of needs: somebody who comes and needs something. */
export interface NeedsRow {
  readonly name: string;
  /** Who brings them; their own name for a guest. */
  readonly guest: string;
  readonly dietary: string | null;
  /** In the order of the questions. */
  readonly answers: readonly (string | null)[];
}

/** Those who need something, by name. */
export function rowsOfNeeds(questions: readonly Question[], guests: readonly NeedyGuest[]): NeedsRow[] {
  const nothing = questions.map(() => null);
  const rows = guests.flatMap(({ name, dietary, companions, answers }): NeedsRow[] => [
    { name, guest: name, dietary, answers: questions.map(({ id }) => textOf(answers[id])) },
    ...companions.map((companion) => ({
      name: companion.name,
      guest: name,
      dietary: companion.dietary,
      answers: nothing,
    })),
  ]);
  const needy = rows.filter(({ dietary, answers }) => dietary || answers.some((answer) => answer !== null));
  const keyed = needy.map((row) => ({ row, key: searchText(row.name) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ row }) => row);
}

/** An answer as a cell of a file. */
export function textOf(answer: string | readonly string[] | boolean | undefined): string | null {
  return answer === undefined ? null : wordsOf(answer).join('|');
}

function wordsOf(answer: string | readonly string[] | boolean): readonly string[] {
  if (typeof answer === 'boolean') return [answer ? 'yes' : 'no'];
  return typeof answer === 'string' ? [answer] : answer;
}
