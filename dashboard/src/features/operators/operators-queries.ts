import type {
  ListOrganizationsData,
  ListPlatformUsersData,
  UpdateOrganizationData,
  UpdatePlatformUserData,
} from '@tour-events/client';
import { versioned, api } from '../../shared/api';
import { withReauthentication } from '../../shared/with-reauthentication';
import { makeStale, makingStale, queryClient } from '../../shared/query-client';
import { paging, reading } from '../../shared/reading';
import { changeSession } from '../session';

export const organizationsQuery = (query: ListOrganizationsData['query']) =>
  paging(['organizations', 'list', query], (options) => api.organizations.list(query, options));

export const organizationQuery = (id: string) =>
  reading(['organizations', id], (options) => versioned(api.organizations.get(id, options)));

export const usageQuery = (id: string) =>
  reading(['organizations', id, 'usage'], (options) => api.platform.organizations.getUsage(id, options));

export const organizationUsersQuery = (id: string, page: number) =>
  paging(['organizations', id, 'users', page], (options) =>
    api.organizations.users.list(id, { limit: 20, page, sortBy: 'name' }, options),
  );

const changingOrganizations = makingStale('organizations');

export const updateOrganization = (id: string, body: UpdateOrganizationData['body'], ifMatch: string) =>
  changingOrganizations(withReauthentication(() => api.organizations.update(id, body, { ifMatch })));

export async function endMailPause(id: string): Promise<void> {
  await api.platform.organizations.endMailPause(id);
  await makeStale('organizations');
}

export async function deleteOrganization(id: string): Promise<void> {
  await withReauthentication(() => api.organizations.delete(id));
  // Not what is shown of the deleted one until its drawer closes: it can't be read any more.
  void queryClient.invalidateQueries({ queryKey: ['organizations', 'list'] });
}

export const restoreOrganization = (id: string) =>
  changingOrganizations(withReauthentication(() => api.organizations.restore(id)));

/** Moves the session, with all tabs, to an organization. */
export async function switchTo(organizationId: string): Promise<void> {
  await changeSession(() => api.auth.switchOrganization({ organizationId }), '/');
}

export const usersQuery = (query: ListPlatformUsersData['query']) =>
  paging(['users', 'list', query], (options) => api.platform.users.list(query, options));

export const userQuery = (id: string) =>
  reading(['users', id], (options) => versioned(api.platform.users.get(id, options)));

const changingUsers = makingStale('users');

export const updateUser = (id: string, body: UpdatePlatformUserData['body'], ifMatch: string) =>
  changingUsers(withReauthentication(() => api.platform.users.update(id, body, { ifMatch })));

export const resetFactors = (id: string) => withReauthentication(() => api.users.resetSecondFactors(id));

export const endSessions = (id: string) => withReauthentication(() => api.users.endSessions(id));

export const setSuperAdmin = (id: string, superAdmin: boolean) =>
  changingUsers(
    withReauthentication(() => (superAdmin ? api.users.grantSuperAdmin(id) : api.users.revokeSuperAdmin(id))),
  );

export const eraseUser = (id: string, force: boolean) =>
  changingUsers(withReauthentication(() => api.users.erase(id, { force })));

/** Lets the session, with all tabs, act as a user. */
export async function actAs(id: string, reason: string): Promise<void> {
  await withReauthentication(() => changeSession(() => api.users.impersonate(id, { reason }), '/'));
}
