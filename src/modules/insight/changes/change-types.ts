import { deferredEnumeration } from '../../../kernel/enumeration';
import { firstOf } from '../../../kernel/lists';
import type { Permission } from '../../../kernel/permissions';
import { holds, type Principal } from '../../../kernel/principal';
import { Forbidden } from '../../../kernel/problems';
import { isInScope, type Resource, type Scope } from '../../../kernel/scopes';
import { type AnyKind, changeTypes, type ChangeType, kindOf } from '../../../platform/records/record-kind';

/** The names of all types of changes. */
export const CHANGE_TYPES = deferredEnumeration('ChangeType', () => changeTypes().map(({ type }) => type));

/**
 * What can change, as `target.type` calls it: records of the kinds that have changes, and those whose own changes are
 * changes of another record too, such as the user of a member.
 */
export const CHANGE_TARGETS = deferredEnumeration('ChangeTargetType', () => {
  const targets = changeTypes().flatMap(({ kind, actions }) => [kind, ...actions.map(targetOf)]);
  return [...new Set(targets.flatMap((kind) => kind?.type ?? []))];
});

/** The kind of record that an action is done to, if its name says so. */
function targetOf(action: string): AnyKind | null {
  return kindOf(firstOf(action.split('.', 1)));
}

interface Lookup {
  readonly byType: ReadonlyMap<string, ChangeType>;
  readonly byAction: ReadonlyMap<string, ChangeType>;
}

let lookup: Lookup | undefined;

function changes(): Lookup {
  return (lookup ??= {
    byType: new Map(changeTypes().map((change) => [change.type, change])),
    byAction: new Map(changeTypes().flatMap((change) => change.actions.map((action) => [action, change] as const))),
  });
}

/**
 * The type of a change, or null for an audit record that is no change of the organization's data, such as a sign-in.
 *
 * @param action of the audit record
 * @param fields the names of those that changed
 */
export function typeOf(action: string, fields: readonly string[]): string | null {
  const type = targetOf(action)?.typeOf(action, fields);
  return type ?? changes().byAction.get(action)?.type ?? null;
}

/** The callers' permissions that types of changes ask for, as a key that callers with the same ones share. */
function readablePermissions(principal: Principal): Permission[] {
  const asked = new Set([...changes().byType.values()].flatMap(({ kind }) => kind.permission ?? []));
  return [...asked].filter((permission) => holds(principal, permission));
}

/** What a reader may read. */
export interface Readable {
  readonly permissions: readonly Permission[];
  /** Of a key; null without such a limit. */
  readonly scopes: readonly Scope[] | null;
}

/** What a caller may read, in the same order for all who may read the same. */
export function readableBy(principal: Principal): Readable {
  return {
    permissions: readablePermissions(principal),
    scopes: principal.scopes && [...principal.scopes].sort(),
  };
}

/** Whether a reader may read changes of a type. */
export function isReadable(type: string, { permissions, scopes }: Readable): boolean {
  const change = changes().byType.get(type);
  if (change === undefined || !coversReading(scopes, change.kind.resource)) return false;
  return change.kind.permission === null || permissions.includes(change.kind.permission);
}

/** @throws Forbidden `out_of_scope` for types that are not within the scopes of the caller's key */
export function requireInScope(types: readonly string[], { scopes }: Readable): void {
  for (const type of types) {
    const resource = changes().byType.get(type)?.kind.resource ?? null;
    if (coversReading(scopes, resource)) continue;
    const scope = `${resource ?? '*'}:read`;
    throw new Forbidden(`A key with scopes needs ${scope} to follow ${type}.`, 'out_of_scope', { scope });
  }
}

function coversReading(scopes: readonly Scope[] | null, resource: Resource | null): boolean {
  const scoped = { scopes: scopes && new Set(scopes), permissions: new Set<Permission>(), narrowed: false };
  return isInScope(scoped, { resource, writes: false });
}
