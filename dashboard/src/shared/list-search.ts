import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';

/** What every list keeps in its address, so that it can be linked, reloaded and gone back to. */
export interface ListSearch {
  readonly page?: number;
  readonly q?: string;
  readonly sortBy?: string;
  readonly sortDir?: 'asc' | 'desc';
  readonly [filter: string]: string | number | true | undefined;
}

const PAUSE_MS = 300;

/** A search of an address as a list takes it: texts and what is on as they are, a page from 2 on, and nothing that is empty. */
export function listSearch(search: Record<string, unknown>): ListSearch {
  const { page, ...rest } = search;
  const number = Number(page);
  const texts = Object.entries(rest)
    .filter(([, value]) => (typeof value === 'string' && value !== '') || typeof value === 'number' || value === true)
    .map(([name, value]) => [name, value === true ? value : String(value)]);
  return { ...Object.fromEntries(texts), ...(Number.isInteger(number) && number > 1 && { page: number }) };
}

/** What a filter takes: any text, a date, that it is on, one of several values, or some of them with commas between. */
type Takes = 'text' | 'date' | 'flag' | readonly string[] | { readonly anyOf: readonly string[] };

type Taken<T extends Takes> = T extends 'flag'
  ? true
  : T extends readonly (infer Value)[]
    ? Value
    : T extends { readonly anyOf: readonly (infer Value)[] }
      ? Value[]
      : string;

/** What a list asks the API for, typed by what its filters take. */
export type ListQuery<Filters extends Readonly<Record<string, Takes>>> = Pick<ListSearch, 'page' | 'sortDir'> & {
  [Name in keyof Filters]?: Taken<Filters[Name]>;
};

/**
 * What a list asks the API for, of an address: pages and what is named. Other names and values mean nothing here, as those of
 * an old or mistyped link or of a newsletter, and fall back to the list without them.
 */
export function listQuery<const Filters extends Readonly<Record<string, Takes>>>(
  { page, sortDir, ...search }: ListSearch,
  filters: Filters,
): ListQuery<Filters> {
  const taken = Object.fromEntries(
    Object.entries(filters)
      .map(([name, takes]) => [name, takenOf(search[name], takes)] as const)
      .filter(([, value]) => value !== undefined),
  );
  const isSorted = 'sortBy' in taken && (sortDir === 'asc' || sortDir === 'desc');
  return { ...(page !== undefined && { page }), ...(taken as ListQuery<Filters>), ...(isSorted && { sortDir }) };
}

function takenOf(value: ListSearch[string], takes: Takes): string | true | string[] | undefined {
  if (takes === 'flag') return isOn(value) || undefined;
  if (typeof value !== 'string') return undefined;
  if (takes === 'text') return value;
  if (takes === 'date') return isDate(value) ? value : undefined;
  if (!('anyOf' in takes)) return takes.includes(value) ? value : undefined;
  const values = value.split(',');
  return values.every((each) => takes.anyOf.includes(each)) ? values : undefined;
}

/** Whether a filter is on. Older links have it as a text. */
export function isOn(value: ListSearch[string]): boolean {
  return value === true || value === 'true';
}

/** Whether a text is a day of the calendar, such as `2027-05-14`. */
export function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

interface ListState {
  readonly search: ListSearch;
  /** What a filter that takes text is set to; null where it is not. */
  readonly value: (name: string) => string | null;
  /** Changes filters or sorting, and goes back to the first page. */
  readonly filter: (changes: Partial<ListSearch>) => void;
  /** The same after a pause, for what is being typed. */
  readonly filterSoon: (changes: Partial<ListSearch>) => void;
  readonly goTo: (page: number) => void;
  /** The same in place of a page that there is not, or not any more: going back does not lead there. */
  readonly goToInstead: (page: number) => void;
}

/** The state of a list, which is its address. */
export function useListSearch(): ListState {
  // The router adds what it was not told of to what a route has checked.
  const search = listSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (changes: Partial<ListSearch>, replace: boolean) =>
    void navigate({
      to: '.',
      search: (before: object) => listSearch({ ...before, ...changes }),
      replace,
      resetScroll: false,
    });
  const filterSoon = useDebouncedCallback((changes: Partial<ListSearch>) => {
    change({ page: undefined, ...changes }, true);
  }, PAUSE_MS);
  return {
    search,
    value: (name) => {
      const value = search[name];
      return typeof value === 'string' ? value : null;
    },
    filter: (changes) => change({ page: undefined, ...changes }, false),
    filterSoon,
    goTo: (page) => change({ page }, false),
    goToInstead: (page) => change({ page }, true),
  };
}
