import type { Dictionary } from '../../locales/en';
import type { Permission } from '../session';

/** What comes before the dot. */
type GroupOf<Name extends string> = Name extends `${infer Group}.${string}` ? Group : never;
type Group = GroupOf<Permission>;

export interface PermissionGroup {
  readonly group: Group;
  readonly permissions: readonly Permission[];
}

/** Every permission by what it is about, in the order in which roles are read. */
export function permissionGroups({ apiKeys, roles }: Dictionary): readonly PermissionGroup[] {
  const all = Object.keys(apiKeys.permissions) as Permission[];
  // A permission whose group has no name does not compile: it would be missing from every list.
  const groups: Readonly<Record<Group, string>> = roles.groups;
  return (Object.keys(groups) as Group[]).map((group) => ({
    group,
    permissions: all.filter((permission) => permission.startsWith(`${group}.`)),
  }));
}
