import { SYSTEM_ROLES } from '../../kernel/permissions';

/** Not a role, but people would take a role with this name for it. */
const SUPER_ADMIN = 'Super Admin';

/**
 * The form in which names of roles are compared: two that look alike are the same. Width, ligatures (NFKC) and case
 * make no difference, invisible characters are left out, and any run of blanks is one.
 */
export function roleNameKey(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase()
    .normalize('NFKC');
}

/** Whether a name could be mistaken for that of a system role or for Super Admin, without being a system role's. */
export function resemblesSystemRole(name: string): boolean {
  return !SYSTEM_ROLES.some((role) => role.name === name) && RESERVED.has(lettersOf(name));
}

/** The letters and digits of a name: "super-admin" is the same as "Super Admin". */
function lettersOf(name: string): string {
  return roleNameKey(name).replace(/[^\p{L}\p{N}]/gu, '');
}

const RESERVED: ReadonlySet<string> = new Set([...SYSTEM_ROLES.map(({ name }) => name), SUPER_ADMIN].map(lettersOf));
