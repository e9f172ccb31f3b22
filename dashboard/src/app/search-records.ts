import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { SearchResult } from '@tour-events/client';
import { te } from '../shared/api';

/** Something that the palette can jump to. */
export interface Hit {
  readonly to: string;
  readonly title: string;
  readonly subtitle?: string | null;
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
    queryFn: ({ signal }) => te.search.searchRecords({ q, limit: 5 }, { signal }),
    enabled: q.length >= MIN_LENGTH,
  });
  return q.length < MIN_LENGTH ? [] : (data?.data.map(hitOf) ?? []);
}

function hitOf({ type, id, title, subtitle }: SearchResult): Hit {
  const to = type === 'member' ? '/settings/members' : `/${type}s/${id}`;
  return { to, title, subtitle };
}
