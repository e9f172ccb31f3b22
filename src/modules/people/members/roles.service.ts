import { Inject, Injectable } from '@nestjs/common';
import { Recorder } from '../../../platform/recorders/recorder';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { toPage, type Page } from '../../../kernel/page';
import { requireHeld } from '../../../kernel/principal';
import { Conflict, found, requireValid, type FieldProblem } from '../../../kernel/problems';
import { searchText } from '../../../kernel/search-text';
import { currentOrganizationId, currentPrincipal, renewPrincipal } from '../../../platform/context/request-context';
import { mapConstraintErrors, type ConstraintErrors } from '../../../platform/database/constraint-errors';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { lockOrganization, type LockedOrganization } from '../organizations';
import { ROLE_RECORD } from './role.record';
import {
  requireAuthorityOver,
  requireFreshFor,
  requireFreshToGrant,
  requireMayGrant,
  type RoleInForce,
} from './privileges';
import { RoleHolders } from './role-holders';
import type { Role } from './role.entity';
import type { CreateRole, RolesQuery, RoleView, UpdateRole } from './roles.dto';
import { resemblesSystemRole, roleNameKey } from './role-names';
import { RolesRepository } from './roles.repository';
import { permissionsOf } from './standing';
import { systemRoleNamed, systemRoleWithId } from './system-roles';

/** What decides who may change a role. */
type RoleInView = Pick<RoleView, 'name' | 'permissions'>;

const nameTaken = () =>
  new Conflict('name_taken', 'The organization has a role of this name, or of one that looks like it.');
const UNLESS_TAKEN: ConstraintErrors = { roles_name_unique: nameTaken, roles_name_key_unique: nameTaken };

/** The roles of the organization in scope: its own, and the system roles that it does not shadow. */
@Injectable()
export class RolesService {
  constructor(
    private readonly roles: RolesRepository,
    private readonly holders: RoleHolders,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(query: RolesQuery): Promise<Page<RoleView>> {
    const { rows, total } = await this.roles.list(query);
    return toPage(rows, total, query);
  }

  /** A shadowed system role can be read, too: it is what comes back when the own role goes. @throws NotFound */
  async get(id: string): Promise<RoleView> {
    return found(systemRoleWithId(id) ?? (await this.roles.find(id)));
  }

  /**
   * Makes a role. One named like a system role shadows it, which changes what everybody with that role may do, and so
   * requires authority over the system role.
   *
   * @throws Forbidden when the role could do more than the caller, or `reauthentication_required` when others get it so
   * @throws Conflict `name_taken`, `name_reserved`
   */
  create({ name, description = null, permissions }: CreateRole): Promise<RoleView> {
    return this.unitOfWork.run(async () => {
      await this.lockOrganization();
      const principal = currentPrincipal();
      const made = { name, permissions: new Set(permissions) };
      requireMayGrant(principal, made);
      requireDistinctFromSystemRoles(name);
      const shadowed = systemRoleNamed(name);
      if (shadowed !== null) {
        requireAuthorityOver(principal, inForce(shadowed));
        requireFreshToGrant(principal, made);
      }
      const id = newId();
      const now = this.clock.now();
      const keys = keysOf(name);
      const row = { id, name, ...keys, description, permissions, createdAt: now, updatedAt: now };
      await mapConstraintErrors(this.roles.insert(row), UNLESS_TAKEN);
      const role = await this.get(id);
      this.recorder.created(ROLE_RECORD, role);
      return role;
    });
  }

  /**
   * Changes an own role. Those who have it, or are invited to it, follow a new name.
   *
   * @throws NotFound, PreconditionFailed (If-Match)
   * @throws Forbidden when the role may do what the caller may not, before or after the change
   * @throws Conflict `name_taken`, `name_reserved`, `system_role`
   */
  update(id: string, changes: UpdateRole): Promise<RoleView> {
    return this.unitOfWork.run(async () => {
      await this.lockOrganization();
      const before = await this.own(id);
      requireMatch(ROLE_RECORD, before);
      if (ROLE_RECORD.isSame(before, { ...before, ...changes })) return before;
      requireMayChange(before, { ...before, ...changes });
      const name = changes.name === before.name ? undefined : changes.name;
      if (name !== undefined) rejectSystemNames(before.name, name);
      if (name !== undefined) requireDistinctFromSystemRoles(name);
      const now = this.clock.now();
      const keys = name !== undefined && keysOf(name);
      await mapConstraintErrors(this.roles.update(id, { ...changes, ...keys, updatedAt: now }), UNLESS_TAKEN);
      if (name !== undefined) await this.holders.follow(before.name, name, now);
      const after = await this.get(id);
      this.recorder.updated(ROLE_RECORD, before, after);
      return after;
    });
  }

  /**
   * Deletes an own role that nobody has. One that shadows a system role can go although it is in use: those who have it
   * fall back to the system role, which the caller must be able to hand out.
   *
   * @throws NotFound, PreconditionFailed (If-Match), Conflict `role_in_use`, `system_role`
   * @throws Forbidden when the role, or the system role that replaces it, may do what the caller may not
   */
  delete(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      await this.lockOrganization();
      const role = await this.own(id);
      requireMatch(ROLE_RECORD, role);
      requireAuthorityOver(currentPrincipal(), inForce(role));
      if (await this.holders.exist(role.name, this.clock.now())) requireMayFallBack(role);
      await this.roles.delete(id);
      this.recorder.deleted(ROLE_RECORD, role);
    });
  }

  /**
   * Serializes all changes of rights in the organization until the unit of work ends. The change before may have taken
   * the caller's rights, so they are checked again.
   *
   * @throws NotFound when the organization is deleted; Unauthenticated, Forbidden when the caller no longer may
   */
  async lockOrganization(): Promise<LockedOrganization> {
    const organization = found(await lockOrganization(this.unitOfWork, currentOrganizationId()));
    await renewPrincipal();
    return organization;
  }

  /** What a role allows; no permission for one that the organization does not have. */
  async inForce(name: string): Promise<RoleInForce> {
    const own = await this.roles.findByName(name);
    return { name, permissions: permissionsOf(name, own?.permissions ?? null) };
  }

  /** @throws ValidationFailed on `role` when the organization has no such role */
  async require(name: string): Promise<RoleInForce> {
    requireValid([await this.problemOf(name)]);
    return this.inForce(name);
  }

  /** What is wrong with the name of a role that somebody is to have, if the organization has none of that name. */
  async problemOf(name: string): Promise<FieldProblem | null> {
    if (systemRoleNamed(name) !== null || (await this.roles.findByName(name)) !== null) return null;
    return { field: 'role', code: 'unknown_role', message: 'role does not exist in this organization.' };
  }

  private async own(id: string): Promise<RoleView> {
    const role = await this.get(id);
    if (role.system) throw new Conflict('system_role', 'System roles cannot be changed.');
    return role;
  }
}

function inForce({ name, permissions }: RoleInView): RoleInForce {
  return { name, permissions: new Set(permissions) };
}

/**
 * Renaming a role requires what granting it requires, because the next grant by the new name hands it out. Otherwise
 * the names of two roles could be exchanged.
 */
function requireMayChange(before: RoleInView, after: RoleInView): void {
  const principal = currentPrincipal();
  requireAuthorityOver(principal, inForce(before));
  const gained = after.permissions.filter((permission) => !before.permissions.includes(permission));
  requireHeld(principal, gained);
  if (after.name !== before.name) requireMayGrant(principal, inForce(before));
  requireFreshFor(principal, gained);
}

/**
 * A role gets a system role's name only when it is created, and loses it only when it is deleted: both check the
 * members who have the role. A rename would rename their role, and could leave an organization without any Admin.
 */
function rejectSystemNames(...names: string[]): void {
  if (names.every((name) => systemRoleNamed(name) === null)) return;
  throw new Conflict('system_role', 'A role cannot be renamed to or from the name of a system role.');
}

function keysOf(name: string): Pick<Role, 'nameKey' | 'search'> {
  return { nameKey: roleNameKey(name), search: searchText(name) };
}

function requireDistinctFromSystemRoles(name: string): void {
  if (!resemblesSystemRole(name)) return;
  throw new Conflict('name_reserved', 'The name could be taken for that of a system role or for Super Admin.');
}

function requireMayFallBack(role: RoleView): void {
  const system = systemRoleNamed(role.name);
  if (system === null) throw new Conflict('role_in_use', 'Somebody has this role or is invited to it.');
  const principal = currentPrincipal();
  requireMayGrant(principal, inForce(system));
  requireFreshToGrant(principal, inForce(system));
}
