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

/** What a filter takes: any text, a date, that it is on, or one or more of some values. */
type Takes = 'text' | 'date' | 'flag' | readonly string[];

/**
 * What a list asks the API for, of an address: pages and what is named. Other names and values mean nothing here, as those of
 * an old or mistyped link or of a newsletter, and fall back to the list without them.
 */
export function listQuery<Name extends string>(
  search: ListSearch,
  takes: Readonly<Record<Name, Takes>>,
): Pick<ListSearch, 'page' | 'sortDir'> & Partial<Record<Name, string>> {
  const { page, sortDir } = search;
  const taken = Object.entries<Takes>(takes).filter(([name, values]) => isTaken(search[name], values));
  const isSorted = taken.some(([name]) => name === 'sortBy');
  return {
    ...(page !== undefined && { page }),
    ...(Object.fromEntries(taken.map(([name]) => [name, String(search[name])])) as Partial<Record<Name, string>>),
    ...(isSorted && (sortDir === 'asc' || sortDir === 'desc') && { sortDir }),
  };
}

function isTaken(value: ListSearch[string], takes: Takes): boolean {
  if (takes === 'flag') return isOn(value);
  if (typeof value !== 'string') return false;
  if (takes === 'text') return true;
  if (takes === 'date') return isDate(value);
  return value.split(',').every((each) => takes.includes(each));
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
      search: (before: object) => listSearch({ ...before, ...changes }) as never,
      replace,
      resetScroll: false,
    });
  const filterSoon = useDebouncedCallback((changes: Partial<ListSearch>) => {
    change({ page: undefined, ...changes }, true);
  }, PAUSE_MS);
  return {
    search,
    filter: (changes) => change({ page: undefined, ...changes }, false),
    filterSoon,
    goTo: (page) => change({ page }, false),
    goToInstead: (page) => change({ page }, true),
  };
}
