import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { emailKey } from '../../../kernel/email';
import { newId } from '../../../kernel/ids';
import { toPage, type Page } from '../../../kernel/page';
import { holds } from '../../../kernel/principal';
import { Conflict, found, forField, NotFound, requireFound, requireValid } from '../../../kernel/problems';
import { searchText } from '../../../kernel/search-text';
import { currentPrincipal } from '../../../platform/context/request-context';
import { mapConstraintErrors } from '../../../platform/database/constraint-errors';
import { requireMatch } from '../../../platform/http/etag';
import { lockForCopying } from '../../../platform/personal/erasure-lock';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { MembersService } from '../../people/members';
import { EventsService } from '../events';
import type { TeamMember } from './team-member.entity';
import { TEAM_MEMBER_RECORD } from './team-member.record';
import {
  contactProblems,
  type AddTeamMember,
  type TeamMembersQuery,
  type TeamMemberView,
  type UpdateTeamMember,
} from './team-members.dto';
import { TeamMemberRecorder } from './team-member.recorder';
import { TeamMembersRepository } from './team-members.repository';

/** What a user who was erased is called on teams. */
const ERASED_NAME = 'Erased user';

/** What is stored of somebody on a team. */
type MemberFields = Pick<TeamMember, 'userId' | 'name' | 'email' | 'phone' | 'role' | 'callTime' | 'notes' | 'status'>;

/** Who works on the events of the organization in scope. */
@Injectable()
export class TeamMembersService {
  constructor(
    private readonly team: TeamMembersRepository,
    private readonly events: EventsService,
    private readonly members: MembersService,
    private readonly recorder: TeamMemberRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound for an unknown event */
  async list(eventId: string, query: TeamMembersQuery): Promise<Page<TeamMemberView>> {
    const order = { by: query.sortBy ?? 'createdAt', direction: query.sortDir ?? 'asc' } as const;
    const { rows, total } = await this.team.list(eventId, order, query);
    // If there are members the event exists; only without any must that be checked.
    if (total === 0) await this.events.requireExistence(eventId);
    return toPage(rows.map(asSeen), total, query);
  }

  /** @throws NotFound when the organization in scope has no such event, or its team no such member */
  async get(eventId: string, id: string): Promise<TeamMemberView> {
    return asSeen(found(await this.team.findOf(eventId, id)));
  }

  /**
   * Adds a member of the organization, with their present name and e-mail address, or a contact to an event's team.
   *
   * @throws NotFound for an unknown event, or a user who is no active member
   * @throws Conflict `already_on_team`
   */
  add(eventId: string, input: AddTeamMember): Promise<TeamMemberView> {
    return this.unitOfWork.run(async () => {
      await this.events.requireExistence(eventId);
      const person = await this.contactOf(input);
      const { role = null, callTime = null, notes = null, status = 'assigned' } = input;
      return this.put(eventId, { ...person, role, callTime, notes, status });
    });
  }

  /**
   * Puts the team of an event on a new one, inside the caller's unit of work, which has locked personal values for
   * copying. Nobody has said yet that they come. Contacts who were erased are left out, and so are users who are no active
   * members any more.
   *
   * @param moved when somebody is expected there
   */
  async copyAll(
    fromEventId: string,
    toEventId: string,
    moved: (callTime: string | null) => Date | null,
  ): Promise<void> {
    for (const { userId, name, email, phone, role, callTime, notes } of await this.team.livingOf(fromEventId)) {
      const user = userId === null ? null : await this.members.findContact(userId);
      if (userId !== null && user === null) continue;
      const person = { userId, name, email, phone, ...(user && { name: user.name, email: user.email }) };
      await this.put(toEventId, { ...person, role, callTime: moved(callTime), notes, status: 'assigned' });
    }
  }

  /**
   * @throws NotFound, PreconditionFailed (If-Match), Conflict `contact_erased`, ValidationFailed when it would change how
   *   a user is reached
   */
  update(eventId: string, id: string, changes: UpdateTeamMember): Promise<TeamMemberView> {
    return this.unitOfWork.run(async () => {
      const before = await this.lock(eventId, id);
      requireMatch(TEAM_MEMBER_RECORD, before);
      if (before.erasedAt !== null) throw new Conflict('contact_erased', 'The contact was erased. Add a new one.');
      if (before.userId !== null) requireValid(contactProblems(changes, before));
      const changed = { ...before, ...changes };
      if (TEAM_MEMBER_RECORD.isSame(before, changed)) return before;
      const { name: _name, email: _email, phone: _phone, ...ofAnybody } = changes;
      const ofContact = { ...changes, nameKey: searchText(changed.name), emailKey: optionalEmailKey(changed.email) };
      await this.team.update(id, { ...(before.userId === null ? ofContact : ofAnybody), updatedAt: this.clock.now() });
      const after = await this.get(eventId, id);
      this.recorder.updated(before, after);
      return after;
    });
  }

  /** @throws NotFound, PreconditionFailed (If-Match) */
  remove(eventId: string, id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const member = await this.lock(eventId, id);
      requireMatch(TEAM_MEMBER_RECORD, member);
      await this.team.delete(id);
      this.recorder.removed(member);
    });
  }

  /** Forgets a user who is being erased: they stay on teams as a number without a person. */
  async forget(userId: string): Promise<void> {
    await this.team.forget(userId, ERASED_NAME, searchText(ERASED_NAME), this.clock.now());
  }

  private async put(eventId: string, fields: MemberFields): Promise<TeamMemberView> {
    const id = newId();
    const now = this.clock.now();
    const nameKey = searchText(fields.name);
    const keys = { nameKey, emailKey: optionalEmailKey(fields.email) };
    await this.insert({ id, eventId, ...fields, ...keys, erasedAt: null, createdAt: now, updatedAt: now });
    const member = await this.get(eventId, id);
    this.recorder.added(member);
    return member;
  }

  private async contactOf(input: AddTeamMember): Promise<Pick<TeamMemberView, 'userId' | 'name' | 'email' | 'phone'>> {
    const { userId, name, email = null, phone = null } = input;
    if (userId !== undefined) {
      // Their name and address are copied: an erasure comes before or after.
      await lockForCopying(this.unitOfWork.current);
      const user = await forField('userId', this.members.contactOf(userId));
      return { userId, name: user.name, email: user.email, phone: null };
    }
    return { userId: null, name: name!, email, phone };
  }

  private async insert(member: Parameters<TeamMembersRepository['insert']>[0]): Promise<void> {
    await mapConstraintErrors(this.team.insert(member), {
      team_members_once: () => new Conflict('already_on_team', "The user is on the event's team already."),
      // The event was deleted between the check and the insert.
      team_members_event: () => new NotFound(),
    });
  }

  private async lock(eventId: string, id: string): Promise<TeamMemberView> {
    requireFound(await this.team.lock(id));
    return this.get(eventId, id);
  }
}

function optionalEmailKey(email: string | null): string | null {
  return email === null ? null : emailKey(email);
}

/** Leaves out how a member of the organization is reached, where the caller may not read members. */
function asSeen(member: TeamMemberView): TeamMemberView {
  return member.userId === null || holds(currentPrincipal(), 'users.read') ? member : { ...member, email: null };
}
