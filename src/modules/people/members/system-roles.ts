import { SYSTEM_ROLES } from '../../../kernel/permissions';
import type { RoleView } from './roles.dto';

/** The same for all organizations: system roles came with the product. */
const SINCE = '2026-01-01T00:00:00.000Z';

/** The roles that every organization has, as the API shows them. */
export const SYSTEM_ROLE_VIEWS: readonly RoleView[] = SYSTEM_ROLES.map((role) => ({
  id: role.id,
  name: role.name,
  description: role.description,
  permissions: [...role.permissions],
  system: true,
  createdAt: SINCE,
  updatedAt: SINCE,
}));

/** The system role with this id, or null. */
export function systemRoleWithId(id: string): RoleView | null {
  return SYSTEM_ROLE_VIEWS.find((role) => role.id === id) ?? null;
}

/** The system role of exactly this name, or null. */
export function systemRoleNamed(name: string): RoleView | null {
  return SYSTEM_ROLE_VIEWS.find((role) => role.name === name) ?? null;
}
