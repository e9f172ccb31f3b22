import { SYSTEM_ROLES, type Permission } from '../../kernel/permissions';
import { holds, type Principal } from '../../kernel/principal';
import { Forbidden } from '../../kernel/problems';
import { EVENT_CATALOGUE } from './event-types';

/** Permissions that the makers of endpoints need for types of events, with those types. */
const GUARDED = new Map<Permission, string[]>();
for (const { type, permission } of EVENT_CATALOGUE)
  if (permission !== undefined) GUARDED.set(permission, [...(GUARDED.get(permission) ?? []), type]);

/** Who is responsible for what an endpoint receives: whoever last set its URL or its event types. */
export interface Maker {
  /** Their membership must allow it at the time of the event; null for keys of the organization and for operators. */
  readonly makerId: string | null;
  /** What their credential could read when they set it. */
  readonly makerPermissions: Permission[];
}

/** The caller as the maker of an endpoint. */
export function makerOf(principal: Principal): Maker {
  const { ofOrganization, superAdmin, userId } = principal;
  return {
    makerId: ofOrganization || superAdmin ? null : userId,
    makerPermissions: [...GUARDED.keys()].filter((permission) => holds(principal, permission)),
  };
}

/** @throws Forbidden for types of events that the caller may not read, named one by one; `*` leaves them out instead */
export function requireReadable({ makerPermissions }: Maker, eventTypes: readonly string[]): void {
  for (const [permission, types] of GUARDED) {
    const named = types.filter((type) => eventTypes.includes(type));
    if (named.length > 0 && !makerPermissions.includes(permission))
      throw new Forbidden(`Only who holds ${permission} can have ${named.join(', ')} sent to an endpoint.`);
  }
}

/**
 * An SQL condition: the maker of endpoint `w` may read `event`. Types that anybody may read are decided first and alone,
 * so that only the others look the maker up.
 */
export const MAKER_MAY_READ = [...GUARDED]
  .map(([permission, types]) => {
    const roles = SYSTEM_ROLES.filter((role) => role.permissions.includes(permission)).map(({ name }) => name);
    return (
      `(event.type <> ALL ('{${types.join(',')}}') OR ('${permission}' = ANY (w.maker_permissions) AND (w.maker_id IS NULL ` +
      `OR webhook_maker_may(w.organization_id, w.maker_id, '${permission}', '{${roles.join(',')}}'))))`
    );
  })
  .join(' AND ');
