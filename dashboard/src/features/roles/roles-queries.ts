import { queryOptions } from '@tanstack/react-query';
import type { CreateRoleData, GetRoleResponse, UpdateRoleData } from '@tour-events/client';
import { readAll, versioned, api } from '../../shared/api';
import { withReauthentication } from '../../shared/with-reauthentication';
import { queryClient } from '../../shared/query-client';
import { SHOWN_CHOICES, type ChoiceSource } from '../../shared/choice-source';

const { members, roles } = api.organizations;

export type Role = GetRoleResponse;

/** All roles in force: they are compared side by side. */
export const rolesQuery = queryOptions({
  queryKey: ['roles', 'all'],
  queryFn: ({ signal }): Promise<Role[]> => readAll(roles.all({}, { signal })),
});

export const roleQuery = (id: string) =>
  queryOptions({ queryKey: ['roles', id], queryFn: ({ signal }) => versioned(roles.get(id, { signal })) });

/** How many have a role; they need another one before it goes. */
export const holdersQuery = (role: string) =>
  queryOptions({
    queryKey: ['members', 'holders', role],
    queryFn: async ({ signal }) => (await members.list({ role, limit: 1 }, { signal })).total,
  });

/** People to choose from, while a name is typed. */
/** Members to choose from, as members, by name. */
export const PERSON_CHOICES: ChoiceSource = {
  key: 'members',
  find: async (q, options) => {
    const query = { ...(q !== undefined && { q }), sortBy: 'name', limit: SHOWN_CHOICES } as const;
    const { data, total } = await members.list(query, options);
    return { choices: data.map(({ id, name }) => ({ value: id, label: name })), total };
  },
  label: async (id) => (await queryClient.ensureQueryData(memberQuery(id))).name,
};

export const memberQuery = (id: string) =>
  queryOptions({ queryKey: ['members', id], queryFn: ({ signal }) => members.get(id, { signal }) });

/** Who has a renamed role has the new name; one's own permissions may change, too. */
function invalidate(): void {
  for (const key of ['roles', 'members', 'invitations', 'session']) {
    void queryClient.invalidateQueries({ queryKey: [key] });
  }
}

export async function createRole(body: CreateRoleData['body'], idempotencyKey: string) {
  const role = await withReauthentication((isAgain) => roles.create(body, isAgain ? {} : { idempotencyKey }));
  invalidate();
  return role;
}

export async function updateRole(id: string, body: UpdateRoleData['body'], ifMatch: string) {
  const role = await withReauthentication(() => roles.update(id, body, { ifMatch }));
  invalidate();
  return role;
}

export async function deleteRole(id: string): Promise<void> {
  await withReauthentication(() => roles.delete(id));
  invalidate();
}
