import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { toPage, type Page } from '../../../kernel/page';
import { ADMIN } from '../../../kernel/permissions';
import { requireWithoutScopes, type Principal } from '../../../kernel/principal';
import { Conflict, Forbidden, found } from '../../../kernel/problems';
import type { UserStatus } from '../../../kernel/statuses';
import { currentOrganizationId, currentPrincipal } from '../../../platform/context/request-context';
import { requireMatch } from '../../../platform/http/etag';
import { Revocations } from '../../../platform/revocation/revocations';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { MEMBER_RECORD } from './member.record';
import { lockUser } from './member-locks';
import type { MembersQuery, MemberView, UpdateMember } from './members.dto';
import { MemberRecorder, type RecordedChange } from './member.recorder';
import { MembersRepository, type MemberPerson } from './members.repository';
import { requireAuthorityOver, requireFreshToGrant, requireMayGrant } from './privileges';
import { RolesService } from './roles.service';

/** A user who comes into an organization. */
export interface NewMember {
  id: string;
  name: string;
  email: string;
  status: UserStatus;
}

/** How often locking the organizations of a user is retried because one was added meanwhile. */
const LOCK_ATTEMPTS = 3;

/**
 * Who is in an organization, and with what role. {@link RolesService.lockOrganization} serializes changes, so that what
 * was checked is still true when it is written.
 */
@Injectable()
export class MembersService {
  constructor(
    private readonly members: MembersRepository,
    private readonly roles: RolesService,
    private readonly revocations: Revocations,
    private readonly recorder: MemberRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(query: MembersQuery): Promise<Page<MemberView>> {
    const { rows, total } = await this.members.list(query);
    return toPage(rows, total, query);
  }

  /** @throws NotFound when the organization in scope has no such membership */
  async get(id: string): Promise<MemberView> {
    return found(await this.members.find(id));
  }

  /** How to reach an active member. @throws NotFound when the user is none of the organization in scope */
  async contactOf(userId: string): Promise<MemberPerson> {
    return found(await this.findContact(userId));
  }

  /** The same, or null. */
  findContact(userId: string): Promise<MemberPerson | null> {
    return this.members.contactOf(userId);
  }

  /** Those with the role named Admin in the organization in scope who are not suspended. */
  async activeAdmins(): Promise<MemberView[]> {
    return (await this.members.ofRole(ADMIN)).filter(({ status }) => status === 'active');
  }

  /** Which of these users have the role named Admin in any organization that is not deleted. */
  async adminsAmong(userIds: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(userIds.length === 0 ? [] : await this.members.adminsAmong(userIds));
  }

  /**
   * Gives a member another role, or lets one in again who is suspended in the organization.
   *
   * @throws NotFound, PreconditionFailed (If-Match), ValidationFailed when there is no such role
   * @throws Forbidden when the caller does not hold what either role may do, `reauthentication_required`, or
   *   `impersonating`
   * @throws Conflict `last_admin`
   */
  update(id: string, { role, status }: UpdateMember): Promise<MemberView> {
    return this.unitOfWork.run(async () => {
      await this.roles.lockOrganization();
      const member = await this.get(id);
      requireMatch(MEMBER_RECORD, member);
      const assigned = role === undefined ? member : await this.assign(member, role);
      return status === undefined ? assigned : this.letInAgain(assigned);
    });
  }

  /**
   * Gives a user another role in the organization in scope, under the rules of {@link update}. To be called inside a
   * unit of work of that scope, and after {@link requireOtherAdmins} where both are needed, for the order of locks.
   *
   * @throws NotFound when the user is no member
   * @throws whatever {@link update} throws
   */
  async changeRoleOfUser(userId: string, role: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.roles.lockOrganization();
      const member = found(await this.members.findByUser(userId));
      await this.assign(member, role);
    });
  }

  /**
   * Makes sure that no organization loses its last active Admin when this user is suspended. To be called inside an
   * unscoped unit of work, before anything else in it is locked: all organizations that the user is a member of are
   * locked until it ends, and so is the user, who can join no other meanwhile.
   *
   * @param lockUser locks the user, as whatever lets one join does
   * @throws Conflict `last_admin`, or `conflict` when the user joins one organization after the other at this moment
   */
  async requireOtherAdmins(userId: string, lockUser: () => Promise<unknown>): Promise<void> {
    await this.lockOrganizationsOf(userId, lockUser);
    if (await this.members.isLastAdminSomewhere(userId)) throw lastAdmin();
  }

  /** Locks as {@link requireOtherAdmins} does, whoever is left. @throws Conflict `conflict` */
  async lockOrganizationsOf(userId: string, lockUser: () => Promise<unknown>): Promise<void> {
    let attempts = 1;
    while (!(await this.members.lockOrganizationsAndUser(userId, lockUser))) {
      if (++attempts > LOCK_ATTEMPTS) throw new Conflict('conflict', 'The user is joining organizations. Try again.');
    }
  }

  /** The organizations that a user is a member of, inside the caller's unscoped unit of work. */
  async organizationsOf(userId: string): Promise<string[]> {
    return (await this.members.ofUser(userId)).map(({ organizationId }) => organizationId);
  }

  /**
   * Ends all memberships of a user who is locked with their organizations, whatever they may do there.
   *
   * @returns how many
   */
  async endAllOf(userId: string): Promise<number> {
    const memberships = await this.members.ofUser(userId);
    for (const { organizationId, ...member } of memberships)
      await this.unitOfWork.runScoped(organizationId, () => this.end(member));
    return memberships.length;
  }

  /**
   * Records in every organization of a user that their name or status has changed. To be called
   * inside the unscoped unit of work that has changed the user.
   *
   * @param previous the values that the changed fields had
   * @param recorded where the change is in the audit log already
   */
  async userChanged(
    userId: string,
    previous: Readonly<Record<string, unknown>>,
    recorded: RecordedChange,
  ): Promise<void> {
    for (const { organizationId, ...member } of await this.members.ofUser(userId)) {
      const before = { ...member, ...previous };
      if (organizationId !== recorded.organizationId) this.recorder.userUpdated(before, member, organizationId);
      else if (!recorded.isAnnounced) this.recorder.userUpdateAnnounced(before, member, recorded);
    }
  }

  /**
   * Ends a membership, and with it the user's sessions and keys in the organization, at once.
   *
   * @throws NotFound, PreconditionFailed (If-Match), Conflict `last_admin`
   * @throws Forbidden when the member's role may do what the caller may not, or `impersonating`
   */
  remove(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      await this.roles.lockOrganization();
      const member = await this.get(id);
      requireMatch(MEMBER_RECORD, member);
      await this.requireMayLose(member);
      await lockUser(this.unitOfWork, member.userId);
      await this.end(member);
    });
  }

  /**
   * Lets a user into an organization, inside the caller's unit of work.
   *
   * @param role one that the organization has
   */
  async join(organizationId: string, user: NewMember, role: string): Promise<void> {
    const now = this.clock.now();
    const times = { joinedAt: now, createdAt: now, updatedAt: now };
    const id = newId();
    await this.members.add({ organizationId, id, userId: user.id, role, status: 'active', ...times });
    const at = now.toISOString();
    const { id: userId, name, email, status } = user;
    const view = { id, userId, name, email, role, status, joinedAt: at, createdAt: at, updatedAt: at };
    this.recorder.joined(view, organizationId);
  }

  /** Like {@link join}, for somebody who may be a member; false, and nothing happens, for one who is. */
  async joinUnlessKnown(organizationId: string, user: NewMember, role: string): Promise<boolean> {
    if (await this.members.isKnown(organizationId, user.id)) return false;
    await this.join(organizationId, user, role);
    return true;
  }

  /**
   * Suspends everybody in the organization in scope but this user, who can let them in again. To be called inside a unit
   * of work that has locked the organization.
   *
   * @returns how many were suspended
   */
  async suspendOthers(userId: string): Promise<number> {
    const others = await this.members.activeBesides(userId);
    for (const member of others) await this.setStatus(member, 'suspended');
    return others.length;
  }

  private async end(member: MemberView): Promise<void> {
    await this.revocations.run('removal', { organizationId: currentOrganizationId(), userId: member.userId });
    this.recorder.removed(member);
  }

  /** Deletes a user's membership in the organization in scope, inside the caller's unit of work. @returns how many */
  async delete(userId: string): Promise<number> {
    return this.members.deleteOfUser(userId);
  }

  private async letInAgain(member: MemberView): Promise<MemberView> {
    if (member.status === 'active') return member;
    const principal = currentPrincipal();
    forbidOwnWhileImpersonating(principal, member);
    requireWithoutScopes(principal);
    const role = await this.roles.require(member.role);
    requireMayGrant(principal, role);
    requireFreshToGrant(principal, role);
    return this.setStatus(member, 'active');
  }

  private async setStatus(member: MemberView, status: UserStatus): Promise<MemberView> {
    await this.members.update(member.id, { status, updatedAt: this.clock.now() });
    const after = await this.get(member.id);
    this.recorder.updated(member, after);
    return after;
  }

  private async assign(member: MemberView, name: string): Promise<MemberView> {
    if (member.role === name) return member;
    const role = await this.roles.require(name);
    requireMayGrant(currentPrincipal(), role);
    await this.requireMayLose(member);
    requireFreshToGrant(currentPrincipal(), role);
    await this.members.update(member.id, { role: name, updatedAt: this.clock.now() });
    const after = await this.get(member.id);
    this.recorder.updated(member, after);
    return after;
  }

  /** @throws Forbidden when the caller may not take the member's role away; Conflict when nobody may */
  private async requireMayLose(member: MemberView): Promise<void> {
    const principal = currentPrincipal();
    forbidOwnWhileImpersonating(principal, member);
    requireAuthorityOver(principal, await this.roles.inForce(member.role));
    const isActiveAdmin = member.role === ADMIN && member.status === 'active';
    if (isActiveAdmin && !(await this.members.hasAnotherAdmin(member.userId))) throw lastAdmin();
  }
}

function lastAdmin(): Conflict {
  return new Conflict('last_admin', 'An organization keeps at least one active Admin.');
}

function forbidOwnWhileImpersonating({ impersonator, userId }: Principal, member: MemberView): void {
  if (impersonator === null || member.userId !== userId) return;
  throw new Forbidden("While impersonating, the user's memberships cannot be changed.", 'impersonating');
}
