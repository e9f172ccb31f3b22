import { enumeration } from './enumeration';

/**
 * Every permission there is. What is not in this list needs only an authenticated caller.
 *
 * `webhooks.create` and `webhooks.update` amount to reading what endpoints can receive, but for members, billing and
 * roles, which also need the permission to read those. `webhooks.read` shows all that was sent.
 */
export const PERMISSIONS = enumeration('Permission', [
  'users.read',
  'users.update',
  'users.delete',
  'users.invite',
  'roles.read',
  'roles.create',
  'roles.update',
  'roles.delete',
  'apiKeys.read',
  'apiKeys.create',
  'apiKeys.update',
  'apiKeys.delete',
  'webhooks.read',
  'webhooks.create',
  'webhooks.update',
  'webhooks.delete',
  'auditLogs.read',
  'settings.update',
  'billing.read',
  'billing.update',
  'notifications.send',
  'personalData.erase',
  'accessLinks.manage',
]);

export type Permission = (typeof PERMISSIONS)[number];

const KNOWN: ReadonlySet<unknown> = new Set(PERMISSIONS);

/** Whether it is the exact name of a permission. */
export function isPermission(value: unknown): value is Permission {
  return KNOWN.has(value);
}

/** The role names that the product itself speaks of. "Role Admin" means a role with this name. */
export const ADMIN = 'Admin';
export const MEMBER = 'Member';
export const MEMBER_PERMISSIONS: readonly Permission[] = ['users.read', 'roles.read'];

/** The roles that every organization has from the start; its own role of the same name shadows one of these there. */
export const SYSTEM_ROLES: readonly {
  id: string;
  name: string;
  description: string;
  permissions: readonly Permission[];
}[] = [
  {
    id: '00000000-0000-7000-8000-000000000101',
    name: ADMIN,
    description: 'Manages everything in the organization.',
    permissions: PERMISSIONS,
  },
  {
    id: '00000000-0000-7000-8000-000000000102',
    name: MEMBER,
    description: 'Plans tours and events, sees members and roles.',
    permissions: MEMBER_PERMISSIONS,
  },
];

/** How names of roles are declared everywhere. */
export const ROLE_NAME = { max: 50, example: MEMBER } as const;
