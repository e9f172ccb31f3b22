import type { Dictionary } from '../../locales/en';
import type { Permission } from '../session';

type Group = keyof Dictionary['roles']['groups'];

export interface PermissionGroup {
  readonly group: Group;
  readonly permissions: readonly Permission[];
}

/** Every permission by what it is about, in the order in which roles are read. */
export function permissionGroups({ apiKeys, roles }: Dictionary): readonly PermissionGroup[] {
  const all = Object.keys(apiKeys.permissions) as Permission[];
  return (Object.keys(roles.groups) as Group[]).map((group) => ({
    group,
    permissions: all.filter((permission) => permission.startsWith(`${group}.`)),
  }));
}
