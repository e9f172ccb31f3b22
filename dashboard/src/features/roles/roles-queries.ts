import { queryOptions } from '@tanstack/react-query';
import type { CreateRoleData, GetRoleResponse, ListMembersData, UpdateRoleData } from '@tour-events/client';
import { recorded, te } from '../../shared/api';
import { freshly } from '../../shared/freshly';
import { queryClient } from '../../shared/query-client';

const { members, roles } = te.organizations;

export type Role = GetRoleResponse;

/** All roles in force: they are compared side by side. */
export const rolesQuery = queryOptions({
  queryKey: ['roles', 'all'],
  queryFn: async ({ signal }) => {
    const all: Role[] = [];
    for await (const role of roles.all({}, { signal })) all.push(role);
    return all;
  },
});

export const roleQuery = (id: string) =>
  queryOptions({ queryKey: ['roles', id], queryFn: ({ signal }) => recorded(roles.get(id, { signal })) });

/** How many have a role; they need another one before it goes. */
export const holdersQuery = (role: string) =>
  queryOptions({
    queryKey: ['members', 'holders', role],
    queryFn: async ({ signal }) => (await members.list({ role, limit: 1 }, { signal })).total,
  });

/** People to choose from, while a name is typed. */
export const peopleQuery = (query: ListMembersData['query']) =>
  queryOptions({
    queryKey: ['members', 'people', query],
    queryFn: async ({ signal }) => (await members.list(query, { signal })).data,
    placeholderData: (before) => before,
  });

export const memberQuery = (id: string) =>
  queryOptions({ queryKey: ['members', id], queryFn: ({ signal }) => members.get(id, { signal }) });

/** Who has a renamed role has the new name; one's own permissions may change, too. */
function invalidate(): void {
  for (const key of ['roles', 'members', 'invitations', 'session']) {
    void queryClient.invalidateQueries({ queryKey: [key] });
  }
}

export async function createRole(body: CreateRoleData['body'], idempotencyKey: string) {
  const role = await freshly((isAgain) => roles.create(body, isAgain ? {} : { idempotencyKey }));
  invalidate();
  return role;
}

export async function updateRole(id: string, body: UpdateRoleData['body'], ifMatch: string) {
  const role = await freshly(() => roles.update(id, body, { ifMatch }));
  invalidate();
  return role;
}

export async function deleteRole(id: string): Promise<void> {
  await freshly(() => roles.delete(id));
  invalidate();
}
