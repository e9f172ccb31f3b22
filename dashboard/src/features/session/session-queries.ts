import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { GetCurrentSessionResponse } from '@tour-events/client';
import { showOrganization, te } from '../../shared/api';

export type Session = GetCurrentSessionResponse;
export type Permission = Session['permissions'][number];

/** Who is signed in, where, and what they may do. From then on this tab shows that organization. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    showOrganization(null);
    const session = await te.auth.getCurrentSession({ signal });
    showOrganization(session.organization.id);
    return session;
  },
  staleTime: 60_000,
});

/** The session of whoever uses this screen; all screens but the ones before signing in have one. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** Whether the reader holds a permission: controls of others are absent. */
export function useMay(permission: Permission): boolean {
  return useSession().permissions.includes(permission);
}

/** The key of a draft: of this form, this user and this organization. */
export function useDraftKey(form: string): string {
  const { user, organization } = useSession();
  return `${user.id} ${organization.id} ${form}`;
}
