import type { GetRoleResponse } from '@tour-events/client';
import { api } from '../../shared/api';
import { resource } from '../../shared/resource';

export type Role = GetRoleResponse;

export const roles = resource({
  name: 'role',
  key: 'roles',
  // Who has a renamed role has the new name; one's own permissions may change, too.
  stale: ['members', 'invitations', 'session'],
  calls: api.organizations.roles,
});
