import { queryOptions } from '@tanstack/react-query';
import type {
  ListOrganizationsData,
  ListPlatformUsersData,
  UpdateOrganizationData,
  UpdatePlatformUserData,
} from '@tour-events/client';
import { versioned, api } from '../../shared/api';
import { withReauthentication } from '../../shared/with-reauthentication';
import { queryClient } from '../../shared/query-client';
import { changeSession } from '../session';

export const organizationsQuery = (query: ListOrganizationsData['query']) =>
  queryOptions({
    queryKey: ['organizations', 'list', query],
    queryFn: ({ signal }) => api.organizations.list(query, { signal }),
    placeholderData: (before) => before,
  });

export const organizationQuery = (id: string) =>
  queryOptions({
    queryKey: ['organizations', id],
    queryFn: ({ signal }) => versioned(api.organizations.get(id, { signal })),
  });

export const usageQuery = (id: string) =>
  queryOptions({
    queryKey: ['organizations', id, 'usage'],
    queryFn: ({ signal }) => api.platform.organizations.getUsage(id, { signal }),
  });

export const organizationUsersQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['organizations', id, 'users', page],
    queryFn: ({ signal }) => api.organizations.users.list(id, { limit: 20, page, sortBy: 'name' }, { signal }),
    placeholderData: (before) => before,
  });

const organizationsChanged = () => queryClient.invalidateQueries({ queryKey: ['organizations'] });

export async function updateOrganization(id: string, body: UpdateOrganizationData['body'], ifMatch: string) {
  const organization = await withReauthentication(() => api.organizations.update(id, body, { ifMatch }));
  void organizationsChanged();
  return organization;
}

export async function endMailPause(id: string): Promise<void> {
  await api.platform.organizations.endMailPause(id);
  await organizationsChanged();
}

export async function deleteOrganization(id: string): Promise<void> {
  await withReauthentication(() => api.organizations.delete(id));
  // Not what is shown of the deleted one until its drawer closes: it can't be read any more.
  void queryClient.invalidateQueries({ queryKey: ['organizations', 'list'] });
}

export async function restoreOrganization(id: string): Promise<void> {
  await withReauthentication(() => api.organizations.restore(id));
  void organizationsChanged();
}

/** Moves the session, with all tabs, to an organization. */
export async function switchTo(organizationId: string): Promise<void> {
  await changeSession(() => api.auth.switchOrganization({ organizationId }), '/');
}

export const usersQuery = (query: ListPlatformUsersData['query']) =>
  queryOptions({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => api.platform.users.list(query, { signal }),
    placeholderData: (before) => before,
  });

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', id],
    queryFn: ({ signal }) => versioned(api.platform.users.get(id, { signal })),
  });

const usersChanged = () => queryClient.invalidateQueries({ queryKey: ['users'] });

export async function updateUser(id: string, body: UpdatePlatformUserData['body'], ifMatch: string) {
  await withReauthentication(() => api.platform.users.update(id, body, { ifMatch }));
  void usersChanged();
}

export const resetFactors = (id: string) => withReauthentication(() => api.users.resetSecondFactors(id));

export const endSessions = (id: string) => withReauthentication(() => api.users.endSessions(id));

export async function setSuperAdmin(id: string, superAdmin: boolean): Promise<void> {
  await withReauthentication(() => (superAdmin ? api.users.grantSuperAdmin(id) : api.users.revokeSuperAdmin(id)));
  void usersChanged();
}

export async function eraseUser(id: string, force: boolean): Promise<void> {
  await withReauthentication(() => api.users.erase(id, { force }));
  void usersChanged();
}

/** Lets the session, with all tabs, act as a user. */
export async function actAs(id: string, reason: string): Promise<void> {
  await withReauthentication(() => changeSession(() => api.users.impersonate(id, { reason }), '/'));
}
