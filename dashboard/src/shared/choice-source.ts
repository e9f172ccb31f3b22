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
