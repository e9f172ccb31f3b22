import { SYSTEM_ROLES, type Permission } from '../../../kernel/permissions';
import { holds, type Principal } from '../../../kernel/principal';
import { Forbidden } from '../../../kernel/problems';
import { isInScope } from '../../../kernel/scopes';
import { ALL_EVENTS, eventCatalogue, permissionFor, resourceOf } from './event-types';
import { columnsOf } from '../../../platform/database/table';
import { WebhookEndpoint } from './webhook-endpoint.entity';

const WEBHOOK_ENDPOINT = columnsOf(WebhookEndpoint, 'w');

let guarded: ReadonlyMap<Permission, string[]> | undefined;

/** Permissions that the makers of endpoints need for types of events, with those types. */
function guardedTypes(): ReadonlyMap<Permission, string[]> {
  if (guarded !== undefined) return guarded;
  const types = new Map<Permission, string[]>();
  for (const event of eventCatalogue()) {
    const permission = permissionFor(event);
    if (permission !== null) types.set(permission, [...(types.get(permission) ?? []), event.type]);
  }
  return (guarded = types);
}

/** Who is responsible for what an endpoint receives: whoever last set its URL or its event types. */
export interface Maker {
  /** Their membership must allow it at the time of the event; null for keys of the organization and for operators. */
  readonly makerId: string | null;
  /** A key of the organization, which must be there and allow it at the time of the event; null for users. */
  readonly makerKeyId: string | null;
  /** What their credential could read when they set it. */
  readonly makerPermissions: Permission[];
}

/** What an endpoint was sent so far, and may be sent again. */
export interface Subscribed {
  readonly eventTypes: readonly string[];
  readonly makerPermissions: readonly string[];
}

/** The caller as the maker of an endpoint. */
export function makerOf(principal: Principal): Maker {
  const { ofOrganization, superAdmin, userId, credentialId } = principal;
  return {
    makerId: ofOrganization || superAdmin ? null : userId,
    makerKeyId: ofOrganization ? credentialId : null,
    makerPermissions: [...guardedTypes().keys()].filter((permission) => holds(principal, permission)),
  };
}

/**
 * Checks that the caller may have events of these types sent to an endpoint.
 *
 * @throws Forbidden for types that the caller may not read, named one by one; `*` leaves them out instead
 * @throws Forbidden `out_of_scope` for types that are not within the scopes of a key, `*` among them unless it may read all
 */
export function requireReadable(principal: Principal, eventTypes: readonly string[]): void {
  for (const [permission, types] of guardedTypes()) {
    const named = types.filter((type) => eventTypes.includes(type));
    if (named.length > 0 && !holds(principal, permission))
      throw new Forbidden(`Only who holds ${permission} can have ${named.join(', ')} sent to an endpoint.`);
  }
  for (const type of eventTypes) {
    const resource = resourceOf(type);
    if (isInScope(principal, { resource, writes: false })) continue;
    const scope = `${resource ?? '*'}:read`;
    throw new Forbidden(
      `A key with scopes needs ${scope} to have ${type === ALL_EVENTS ? 'all types' : type} sent to an endpoint.`,
      'out_of_scope',
      { scope },
    );
  }
}

/**
 * Checks that the caller may read all that an endpoint was sent: whoever moves it, or decides what it gets, has whatever
 * waits or failed sent there too.
 *
 * @throws Forbidden as {@link requireReadable}, for the permissions of the present maker too where those types are in `*`
 */
export function requireTakeover(principal: Principal, { eventTypes, makerPermissions }: Subscribed): void {
  requireReadable(principal, eventTypes);
  if (!eventTypes.includes(ALL_EVENTS)) return;
  for (const permission of guardedTypes().keys())
    if (makerPermissions.includes(permission) && !holds(principal, permission))
      throw new Forbidden(`Only who holds ${permission} can change where, or what, this endpoint is sent.`);
}

/**
 * An SQL condition: the maker of endpoint `w` may read `event`. Types that anybody may read are decided first and alone,
 * so that only the others look the maker up.
 */
export function makerMayRead(): string {
  return [...guardedTypes()].map(mayReadTypes).join(' AND ');
}

function mayReadTypes([permission, types]: [Permission, string[]]): string {
  const roles = SYSTEM_ROLES.filter((role) => role.permissions.includes(permission)).map(({ name }) => name);
  const { organizationId, makerPermissions, makerKeyId, makerId } = WEBHOOK_ENDPOINT;
  return (
    `(event.type <> ALL ('{${types.join(',')}}') OR ('${permission}' = ANY (${makerPermissions}) AND ` +
    `CASE WHEN ${makerKeyId} IS NOT NULL THEN webhook_key_may(${organizationId}, ${makerKeyId}, '${permission}') ` +
    `ELSE ${makerId} IS NULL ` +
    `OR webhook_maker_may(${organizationId}, ${makerId}, '${permission}', '{${roles.join(',')}}') END))`
  );
}
