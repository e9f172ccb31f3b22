import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { latestFailureQuery } from './webhooks-queries';

/** In place of the id of a delivery in the address: the latest one that did not arrive. */
export const FAILING = 'failing';

/** Opens the latest delivery that did not arrive; the page alone where all have arrived meanwhile. */
export function FailingDelivery({ webhookId }: { readonly webhookId: string }) {
  const navigate = useNavigate();
  const { data, error } = useQuery(latestFailureQuery(webhookId));
  const isRead = data !== undefined || error !== null;
  useEffect(() => {
    if (!isRead) return;
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, delivery: data ?? undefined }),
      // Going back leads to where one came from, not here once more.
      replace: true,
      resetScroll: false,
    });
  }, [data, isRead, navigate]);
  return null;
}
