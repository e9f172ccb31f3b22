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

const COLUMN = columnsOf(TeamMember, 't');

const MEMBER = selectAllBut(TeamMember, 't', 'organizationId', 'nameKey', 'emailKey');

const FIND = findById(MEMBER, 'AND t.event_id = $3');
const LIST = {
  ...MEMBER,
  sorts: {
    createdAt: COLUMN.createdAt,
    name: COLUMN.nameKey,
    callTime: COLUMN.callTime,
  },
};

/** In the order in which they were added, without contacts who were erased. */
const LIVING_OF_EVENT = new ScopedStatement<TeamMemberView>(
  `SELECT ${MEMBER.columns} FROM ${MEMBER.from}
   WHERE t.organization_id = $1 AND t.event_id = $2 AND t.erased_at IS NULL ORDER BY t.created_at, t.id`,
);

const FORGET = new ScopedStatement(
  `UPDATE team_members SET name = $3, name_key = $4, email = NULL, email_key = NULL, phone = NULL, notes = NULL, updated_at = $5
   WHERE organization_id = $1 AND user_id = $2`,
);

const FORGET_CONTACT = new ScopedStatement(
  `UPDATE team_members SET name = $3, name_key = $4, email = NULL, email_key = NULL, phone = NULL, notes = NULL, updated_at = $5,
     erased_at = $5
   WHERE organization_id = $1 AND id = $2`,
);
const CONTACT = new ScopedStatement<TeamMemberView>(
  `SELECT ${MEMBER.columns} FROM ${MEMBER.from} WHERE t.organization_id = $1 AND t.id = $2 AND t.user_id IS NULL`,
);
// In the order of their ids, so that two who lock them don't wait for each other.
const LOCK_SAME = new ScopedStatement<{ id: string }>(
  `SELECT t.id FROM team_members t WHERE t.organization_id = $1 AND t.user_id IS NULL AND t.email_key = $2
   ORDER BY t.id FOR UPDATE`,
);
const SAME = new ScopedStatement<TeamMemberView>(
  `SELECT ${MEMBER.columns} FROM ${MEMBER.from}
   WHERE t.organization_id = $1 AND t.user_id IS NULL AND t.email_key = $2 ORDER BY t.id`,
);

/** All queries of events' teams. */
@Injectable()
export class TeamMembersRepository extends ScopedRepository<TeamMember> {
  constructor() {
    super(TeamMember);
  }

  list(eventId: string, order: ListOrder, page: PageRequest): Promise<{ rows: TeamMemberView[]; total: number }> {
    return this.database.list(LIST, [{ sql: `${COLUMN.eventId} = ?`, values: [eventId] }], order, page);
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
