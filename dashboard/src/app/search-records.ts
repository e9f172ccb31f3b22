import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { SearchResult } from '@tour-events/client';
import { api } from '../shared/api';

/** Something that the palette can jump to. */
export interface Hit {
  readonly to: string;
  readonly title: string;
  readonly subtitle?: string | null;
  /** Done where one is, instead of going somewhere. */
  readonly action?: 'logExpense';
  readonly search?: Readonly<Record<string, string>>;
}

const PAUSE_MS = 250;
/** The service searches from two characters on. */
const MIN_LENGTH = 2;

/** The records that match what was typed, after a pause. */
export function useFoundRecords(query: string): readonly Hit[] {
  const [q] = useDebouncedValue(query.trim(), PAUSE_MS);
  const { data } = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => api.search.searchRecords({ q, limit: 5 }, { signal }),
    enabled: q.length >= MIN_LENGTH,
  });
  // Members have no screen of their own yet.
  const records = data?.data.filter(({ type }) => type !== 'member') ?? [];
  return q.length < MIN_LENGTH ? [] : records.map(hitOf);
}

function hitOf({ type, id, title, subtitle }: SearchResult): Hit {
  return { to: `/${type}s/${id}`, title, subtitle };
}
