import { useSuspenseQuery } from '@tanstack/react-query';
import type { GetCurrentSessionResponse } from '@tour-events/client';
import { showOrganization, api } from '../../shared/api';
import { followChanges } from '../../shared/query-client';
import { reading } from '../../shared/reading';

followChanges('session', 'member', 'role', 'settings');

export type Session = GetCurrentSessionResponse;
export type Permission = Session['permissions'][number];

/** Whether the page came without a session, as the service says in it, and nobody has signed in here since. */
let cameWithoutSession = document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none';

/** Whether nobody can be signed in, so that there is nothing to ask for. */
export const isSurelySignedOut = (): boolean => cameWithoutSession;

/** Somebody has signed in here. */
export function noteSession(): void {
  cameWithoutSession = false;
}

/** Who is signed in, where, and what they may do. From then on this tab shows that organization. */
export const sessionQuery = reading(
  ['session'],
  async (options) => {
    showOrganization(null);
    const session = await api.auth.getCurrentSession(options);
    showOrganization(session.organization.id);
    return session;
  },
  { staleTime: 60_000 },
);

/** The session of whoever uses this screen; all screens but the ones before signing in have one. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** Whether the reader holds a permission: controls of others are absent. */
export function useMay(permission: Permission): boolean {
  return useSession().permissions.includes(permission);
}

/** Whether somebody passes gates for the role Admin: by the role's name, whatever it allows here, or as an operator. */
export const isAdmin = ({ role, superAdmin }: Session): boolean => role === 'Admin' || superAdmin;

/** Whether the reader is an Admin: controls that only Admins have are absent for others. */
export function useIsAdmin(): boolean {
  return isAdmin(useSession());
}

/** The key of a draft: of this form, this user and this organization. */
export function useDraftKey(form: string): string {
  const { user, organization } = useSession();
  return `${user.id} ${organization.id} ${form}`;
}
