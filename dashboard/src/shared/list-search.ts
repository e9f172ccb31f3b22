import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';

/** What every list keeps in its address, so that it can be linked, reloaded and gone back to. */
export interface ListSearch {
  readonly page?: number;
  readonly q?: string;
  readonly sortBy?: string;
  readonly sortDir?: 'asc' | 'desc';
  readonly [filter: string]: string | number | undefined;
}

const PAUSE_MS = 300;

/** A search of an address as a list takes it: texts as they are, a page from 2 on, and nothing that is empty. */
export function listSearch(search: Record<string, unknown>): ListSearch {
  const { page, ...rest } = search;
  const number = Number(page);
  const texts = Object.entries(rest)
    .filter(([, value]) => (typeof value === 'string' && value !== '') || typeof value === 'number')
    .map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(texts), ...(Number.isInteger(number) && number > 1 && { page: number }) };
}

interface ListState {
  readonly search: ListSearch;
  /** Changes filters or sorting, and goes back to the first page. */
  readonly filter: (changes: Partial<ListSearch>) => void;
  /** The same after a pause, for what is being typed. */
  readonly filterSoon: (changes: Partial<ListSearch>) => void;
  readonly goTo: (page: number) => void;
}

/** The state of a list, which is its address. */
export function useListSearch(): ListState {
  const search = useSearch({ strict: false }) as ListSearch;
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
  };
}
