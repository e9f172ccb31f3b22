import { readAll, api } from '../../shared/api';
import { queryClient } from '../../shared/query-client';
import { SHOWN_CHOICES, type ChoiceSource } from '../../shared/choice-source';
import { reading } from '../../shared/reading';
import type { Role } from './role';

const { members, roles } = api.organizations;

/** All roles in force: they are compared side by side. */
export const rolesQuery = reading(['roles', 'all'], (options): Promise<Role[]> => readAll(roles.all({}, options)));

/** How many have a role; they need another one before it goes. */
export const holdersQuery = (role: string) =>
  reading(['members', 'holders', role], async (options) => (await members.list({ role, limit: 1 }, options)).total);

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

export const memberQuery = (id: string) => reading(['members', id], (options) => members.get(id, options));
