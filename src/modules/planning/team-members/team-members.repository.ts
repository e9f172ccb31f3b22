import { Injectable } from '@nestjs/common';
import { emailKey } from '../../../kernel/email';
import { isId } from '../../../kernel/ids';
import type { PageRequest } from '../../../kernel/page';
import type { ListOrder } from '../../../platform/tenancy/list-statements';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, selectAllBut } from '../../../platform/database/table';
import { TeamMember } from './team-member.entity';
import type { TeamMemberView } from './team-members.dto';

const TEAM_MEMBER = columnsOf(TeamMember, 't');
const BARE_TEAM_MEMBER = columnsOf(TeamMember);

const MEMBER = selectAllBut(TeamMember, 't', 'organizationId', 'nameKey', 'emailKey');

const FIND = findById(MEMBER, `AND ${TEAM_MEMBER.eventId} = $3`);
const LIST = {
  ...MEMBER,
  sorts: {
    createdAt: TEAM_MEMBER.createdAt,
    name: TEAM_MEMBER.nameKey,
    callTime: TEAM_MEMBER.callTime,
  },
};

/** In the order in which they were added, without contacts who were erased. */
const LIVING_OF_EVENT = new ScopedStatement<TeamMemberView>(
  `SELECT ${MEMBER.columns} FROM ${MEMBER.from}
   WHERE ${TEAM_MEMBER.organizationId} = $1 AND ${TEAM_MEMBER.eventId} = $2 AND ${TEAM_MEMBER.erasedAt} IS NULL
   ORDER BY ${TEAM_MEMBER.createdAt}, ${TEAM_MEMBER.id}`,
);

const FORGET = new ScopedStatement(
  `UPDATE team_members SET ${BARE_TEAM_MEMBER.name} = $3, ${BARE_TEAM_MEMBER.nameKey} = $4,
     ${BARE_TEAM_MEMBER.email} = NULL, ${BARE_TEAM_MEMBER.emailKey} = NULL, ${BARE_TEAM_MEMBER.phone} = NULL,
     ${BARE_TEAM_MEMBER.notes} = NULL, ${BARE_TEAM_MEMBER.updatedAt} = $5
   WHERE ${BARE_TEAM_MEMBER.organizationId} = $1 AND ${BARE_TEAM_MEMBER.userId} = $2`,
);

const FORGET_CONTACT = new ScopedStatement(
  `UPDATE team_members SET ${BARE_TEAM_MEMBER.name} = $3, ${BARE_TEAM_MEMBER.nameKey} = $4,
     ${BARE_TEAM_MEMBER.email} = NULL, ${BARE_TEAM_MEMBER.emailKey} = NULL, ${BARE_TEAM_MEMBER.phone} = NULL,
     ${BARE_TEAM_MEMBER.notes} = NULL, ${BARE_TEAM_MEMBER.updatedAt} = $5, ${BARE_TEAM_MEMBER.erasedAt} = $5
   WHERE ${BARE_TEAM_MEMBER.organizationId} = $1 AND ${BARE_TEAM_MEMBER.id} = $2`,
);
const CONTACT = new ScopedStatement<TeamMemberView>(
  `SELECT ${MEMBER.columns} FROM ${MEMBER.from} WHERE ${TEAM_MEMBER.organizationId} = $1 AND ${TEAM_MEMBER.id} = $2
     AND ${TEAM_MEMBER.userId} IS NULL`,
);
// In the order of their ids, so that two who lock them don't wait for each other.
const LOCK_SAME = new ScopedStatement<{ id: string }>(
  `SELECT ${TEAM_MEMBER.id} FROM team_members t WHERE ${TEAM_MEMBER.organizationId} = $1
     AND ${TEAM_MEMBER.userId} IS NULL AND ${TEAM_MEMBER.emailKey} = $2
   ORDER BY ${TEAM_MEMBER.id} FOR UPDATE`,
);
const SAME = new ScopedStatement<TeamMemberView>(
  `SELECT ${MEMBER.columns} FROM ${MEMBER.from}
   WHERE ${TEAM_MEMBER.organizationId} = $1 AND ${TEAM_MEMBER.userId} IS NULL AND ${TEAM_MEMBER.emailKey} = $2
   ORDER BY ${TEAM_MEMBER.id}`,
);

/** All queries of events' teams. */
@Injectable()
export class TeamMembersRepository extends ScopedRepository<TeamMember> {
  constructor() {
    super(TeamMember);
  }

  list(eventId: string, order: ListOrder, page: PageRequest): Promise<{ rows: TeamMemberView[]; total: number }> {
    return this.database.list(LIST, [{ sql: `${TEAM_MEMBER.eventId} = ?`, values: [eventId] }], order, page);
  }

  /** A member of an event's team, or null when that team has no such member. */
  findOf(eventId: string, id: string): Promise<TeamMemberView | null> {
    if (!isId(eventId) || !isId(id)) return Promise.resolve(null);
    return this.database.row(FIND, id, eventId);
  }

  /** The whole team of an event, without contacts who were erased. */
  livingOf(eventId: string): Promise<TeamMemberView[]> {
    return this.database.rows(LIVING_OF_EVENT, eventId);
  }

  /** A contact on whatever team, or null. */
  findContact(id: string): Promise<TeamMemberView | null> {
    return this.database.row(CONTACT, id);
  }

  /** All contacts with an address, in whatever case, on all teams. */
  contactsWith(email: string): Promise<TeamMemberView[]> {
    return this.database.rows(SAME, emailKey(email));
  }

  /** Locks those until the unit of work ends. @returns their ids */
  async lockContactsWith(email: string): Promise<string[]> {
    return (await this.unitOfWork.write(LOCK_SAME, emailKey(email))).rows.map(({ id }) => id);
  }

  /** Takes what is known of a contact out of a team; they are called `name` there from now on. */
  async forgetContact(id: string, name: string, nameKey: string, now: Date): Promise<void> {
    await this.unitOfWork.write(FORGET_CONTACT, id, name, nameKey, now);
  }

  /** Takes what is known of a user out of all teams; they are called `name` there from now on. */
  async forget(userId: string, name: string, nameKey: string, now: Date): Promise<void> {
    await this.unitOfWork.write(FORGET, userId, name, nameKey, now);
  }
}
