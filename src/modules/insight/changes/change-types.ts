import { deferredEnumeration } from '../../../kernel/enumeration';
import { firstOf } from '../../../kernel/lists';
import type { Permission } from '../../../kernel/permissions';
import { holds, type Principal } from '../../../kernel/principal';
import { changeTypes, type ChangeType, kindOf } from '../../../platform/records/record-kind';

/** The names of all types of changes. */
export const CHANGE_TYPES = deferredEnumeration('ChangeType', () => changeTypes().map(({ type }) => type));

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
  const type = kindOf(firstOf(action.split('.', 1)))?.typeOf(action, fields);
  return type ?? changes().byAction.get(action)?.type ?? null;
}

/** The callers' permissions that types of changes ask for, as a key that callers with the same ones share. */
export function readablePermissions(principal: Principal): Permission[] {
  const asked = new Set([...changes().byType.values()].flatMap(({ kind }) => kind.permission ?? []));
  return [...asked].filter((permission) => holds(principal, permission));
}

/** Whether callers with these permissions may read changes of a type. */
export function isReadable(type: string, permissions: readonly Permission[]): boolean {
  const change = changes().byType.get(type);
  if (change === undefined) return false;
  return change.kind.permission === null || permissions.includes(change.kind.permission);
}
