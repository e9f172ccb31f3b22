import { Injectable } from '@nestjs/common';
import { isId } from '../../kernel/ids';
import type { PageRequest } from '../../kernel/page';
import type { ListOrder, ListShape } from '../../platform/tenancy/list-statements';
import { ScopedRepository } from '../../platform/tenancy/scoped.repository';
import { ScopedStatement } from '../../platform/tenancy/statement';
import { TeamMember } from './team-member.entity';
import type { TeamMemberView } from './team-members.dto';

const COLUMNS = `t.id, t.event_id AS "eventId", t.user_id AS "userId", t.name, t.email, t.phone, t.role,
  t.call_time AS "callTime", t.notes, t.status, t.created_at AS "createdAt", t.updated_at AS "updatedAt"`;

const FIND = new ScopedStatement(
  `SELECT ${COLUMNS} FROM team_members t WHERE t.organization_id = $1 AND t.event_id = $2 AND t.id = $3`,
);

const LIST: ListShape = {
  columns: COLUMNS,
  from: 'team_members t',
  organization: 't.organization_id',
  id: 't.id',
  sorts: { createdAt: 't.created_at', name: 't.name_key', callTime: 't.call_time' },
};

/** All queries of events' teams. */
@Injectable()
export class TeamMembersRepository extends ScopedRepository<TeamMember> {
  constructor() {
    super(TeamMember);
  }

  list(eventId: string, order: ListOrder, page: PageRequest): Promise<{ rows: TeamMemberView[]; total: number }> {
    return this.database.list<TeamMemberView>(LIST, [{ sql: 't.event_id = ?', values: [eventId] }], order, page);
  }

  /** A member of an event's team, or null when that team has no such member. */
  findOf(eventId: string, id: string): Promise<TeamMemberView | null> {
    if (!isId(eventId) || !isId(id)) return Promise.resolve(null);
    return this.database.row<TeamMemberView>(FIND, eventId, id);
  }
}
