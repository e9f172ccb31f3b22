import type { ComboboxParsedItem, OptionsFilter } from '@mantine/core';
import { optionsLike } from './folded';

/** One of what can be chosen. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** What it is called, where the label says more. */
  readonly name?: string;
}

/** Where a choice is from: a list of the API that searches, so that none is out of reach, however many there are. */
export interface ChoiceSource {
  /** What query keys begin with, as those of the resource: what makes its lists stale makes this stale. */
  readonly key: string;
  /** Which of them it searches, if not all: the id of an event whose guests they are. */
  readonly of?: string;
  /** The first of those that match; without a search, those that are looked for most. `total`: how many match in all. */
  readonly find: (
    q: string | undefined,
    options: { signal: AbortSignal },
  ) => Promise<{ readonly choices: readonly Choice[]; readonly total: number }>;
  /** The label of one that is chosen already. */
  readonly label: (value: string) => Promise<string>;
}

/** How many are shown; the rest is found by typing. */
export const SHOWN_CHOICES = 20;

/** No record has such an id. */
const MORE = 'more';

/** The last line of a choice that shows a part of what there is: it says how many more there are, and can't be chosen. */
export const moreLine = (count: number, words: Words) =>
  count > 0 ? [{ value: MORE, label: words.moreToFind(count), disabled: true }] : [];

interface Words {
  readonly moreToFind: (count: number) => string;
}

const countOf = (options: readonly ComboboxParsedItem[]): number =>
  options.reduce((sum, option) => sum + ('group' in option ? option.items.length : 1), 0);

/** The filter of all choices that shows a part of them alone: what is not shown is counted. */
export const countedOptions =
  (words: Words): OptionsFilter =>
  (input) => {
    const shown = optionsLike(input);
    const all = optionsLike({ ...input, limit: Number.POSITIVE_INFINITY });
    return [...shown, ...moreLine(countOf(all) - countOf(shown), words)];
  };
