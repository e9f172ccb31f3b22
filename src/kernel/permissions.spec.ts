import { ADMIN, isPermission, MEMBER, PERMISSIONS, SYSTEM_ROLES } from './permissions';

describe('permissions', () => {
  it('are known by their exact names', () => {
    expect(PERMISSIONS.every(isPermission)).toBe(true);
    expect(['users.Read', 'users', 'toString', '', null, 0].some(isPermission)).toBe(false);
    expect(new Set(PERMISSIONS).size).toBe(PERMISSIONS.length);
  });

  it('all belong to an Admin, and two to a Member', () => {
    const permissionsOf = (name: string) => SYSTEM_ROLES.find((role) => role.name === name)?.permissions;
    expect(permissionsOf(ADMIN)).toEqual(PERMISSIONS);
    expect(permissionsOf(MEMBER)).toEqual(['users.read', 'roles.read']);
  });
});
