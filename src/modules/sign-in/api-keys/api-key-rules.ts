import type { FieldProblem } from '../../../kernel/problems';
import type { KeyOwner } from './api-key.entity';

/** What of a key its rules look at. Permissions and scopes only count as there or not. */
interface Rights {
  superAdmin?: boolean;
  owner?: KeyOwner;
  permissions?: unknown;
  scopes?: unknown;
}

/** The gates of Super Admins ask for no permission, so a list would not narrow what such a key opens there. */
export function superAdminKeyProblem({ superAdmin = false, permissions, scopes }: Rights): FieldProblem | null {
  if (!superAdmin || (permissions == null && scopes == null)) return null;
  const field = permissions == null ? 'scopes' : 'permissions';
  const message = `${field} cannot narrow a key made with superAdmin: true; such a key is all or nothing.`;
  return { field, code: 'not_allowed', message };
}

/** A key of the organization has no role that could say what it may do. */
export function missingPermissionsProblem({ owner = 'user', permissions }: Rights): FieldProblem | null {
  if (owner === 'user' || permissions != null) return null;
  return { field: 'permissions', code: 'required', message: "An organization's key needs permissions of its own." };
}
