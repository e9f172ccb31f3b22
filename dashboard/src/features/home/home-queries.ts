import { queryOptions } from '@tanstack/react-query';
import { te } from '../../shared/api';

/** What comes next, what needs attention, and how much there is. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => te.overview.get({ signal }),
});
