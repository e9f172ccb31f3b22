import { Injectable } from '@nestjs/common';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { anyOf, searched, type ListFilter } from '../../../platform/tenancy/list-statements';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { named } from '../../../platform/database/named';
import { findById, ScopedStatement, UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, selectAllBut, type RowOf } from '../../../platform/database/table';
import { STANDING_COLUMNS, STANDING_JOINS, type RoleReferences, type StandingRow } from '../members';
import { Invitation } from './invitation.entity';
import type { InvitationsQuery, InvitationView } from './invitations.dto';
import { Membership } from '../members/membership.entity';
import { User } from '../users/user.entity';
import { Organization } from '../organizations/organization.entity';

const USER = columnsOf(User, 'u');
const MEMBERSHIP = columnsOf(Membership, 'm');
const ORGANIZATION = columnsOf(Organization, 'o');
const BARE_INVITATION = columnsOf(Invitation);
const BARE_USER = columnsOf(User);
const INVITATION_COLUMN = columnsOf(Invitation, 'i');

const PEOPLE_REASON = 'senders and those invited are users, who belong to no organization';

const INVITATION = selectAllBut(Invitation, 'i', 'organizationId', 'emailKey', 'search', 'tokenHash', 'resentAt');

const FIND = findById(INVITATION);
const PENDING = new ScopedStatement<RowOf<typeof INVITATION>>(
  `SELECT ${INVITATION.columns} FROM ${INVITATION.from}
   WHERE ${INVITATION_COLUMN.organizationId} = $1 AND ${INVITATION_COLUMN.status} = 'pending'
     AND ${INVITATION_COLUMN.expiresAt} > $2 ORDER BY ${INVITATION_COLUMN.id}`,
);
const ANY_OPEN_TO = new ScopedStatement(
  `SELECT ${BARE_INVITATION.id} FROM invitations
   WHERE ${BARE_INVITATION.organizationId} = $1 AND ${BARE_INVITATION.role} = $2
     AND ${BARE_INVITATION.status} = 'pending' AND ${BARE_INVITATION.expiresAt} > $3 LIMIT 1`,
);

const SENT_SINCE = new UnscopedStatement(
  'an address gets e-mails of all organizations',
  `SELECT ${INVITATION_COLUMN.id}, ${INVITATION_COLUMN.organizationId} = $1 AS own, sent.at, sent.number > 1 AS again
   FROM invitations i
     CROSS JOIN LATERAL unnest(${INVITATION_COLUMN.createdAt} || ${INVITATION_COLUMN.resentAt}) WITH ORDINALITY AS sent
       (at, number)
   WHERE ${INVITATION_COLUMN.emailKey} = $2 AND sent.at > $3 ORDER BY sent.at`,
);
const LOCK_ADDRESS = named(`SELECT pg_advisory_xact_lock(hashtextextended('invitations:' || $1::text, 0))`);

const MEMBER_WITH_EMAIL = new UnscopedStatement(
  PEOPLE_REASON,
  `SELECT ${MEMBERSHIP.id} FROM memberships m JOIN users u ON ${USER.id} = ${MEMBERSHIP.userId}
   WHERE ${MEMBERSHIP.organizationId} = $1 AND ${USER.emailKey} = $2`,
);
const ACCOUNT_ADDRESS = new UnscopedStatement(
  PEOPLE_REASON,
  `SELECT ${BARE_USER.email} FROM users WHERE ${BARE_USER.emailKey} = $1`,
);
const INVITING = new UnscopedStatement<{ organizationId: string }>(
  PEOPLE_REASON,
  `SELECT DISTINCT ${BARE_INVITATION.organizationId} AS "organizationId" FROM invitations
   WHERE ${BARE_INVITATION.emailKey} = $1`,
);
const STANDING = new UnscopedStatement(
  PEOPLE_REASON,
  `SELECT ${STANDING_COLUMNS} FROM users u JOIN organizations o ON ${ORGANIZATION.id} = $1 ${STANDING_JOINS}
   WHERE ${USER.id} = $2 AND ${USER.status} = 'active'`,
);

const LIST = {
  ...INVITATION,
  sorts: { createdAt: INVITATION_COLUMN.createdAt },
};

const EXPIRE = new ScopedStatement(
  `UPDATE invitations SET ${BARE_INVITATION.status} = 'expired'
   WHERE ${BARE_INVITATION.organizationId} = $1 AND ${BARE_INVITATION.emailKey} = $2
     AND ${BARE_INVITATION.status} = 'pending' AND ${BARE_INVITATION.expiresAt} <= $3`,
);
const RENAME_ROLE = new ScopedStatement(
  `UPDATE invitations SET ${BARE_INVITATION.role} = $3, ${BARE_INVITATION.updatedAt} = $4
   WHERE ${BARE_INVITATION.organizationId} = $1 AND ${BARE_INVITATION.role} = $2
     AND ${BARE_INVITATION.status} = 'pending' AND ${BARE_INVITATION.expiresAt} > $4`,
);

/** Each gets an address of its own, because an organization has one pending invitation to an address. */
const FORGET = new ScopedStatement<{ id: string }>(
  `UPDATE invitations
   SET ${BARE_INVITATION.email} = 'erased@erased.invalid',
     ${BARE_INVITATION.emailKey} = 'erased-' || ${BARE_INVITATION.id} || '@erased.invalid',
     ${BARE_INVITATION.search} = '',
     ${BARE_INVITATION.updatedAt} = $3
   WHERE ${BARE_INVITATION.organizationId} = $1 AND ${BARE_INVITATION.emailKey} = $2
   RETURNING ${BARE_INVITATION.id}`,
);

/** An e-mail with an invitation; an invitation may have several. */
export interface InvitationMail {
  /** The invitation's id. */
  id: string;
  /** Whether it was sent by the organization in scope. */
  own: boolean;
  at: Date;
  /** Whether the invitation had been sent before. */
  again: boolean;
}

/** All queries of the invitations of the organization in scope. */
@Injectable()
export class InvitationsRepository extends ScopedRepository<Invitation> implements RoleReferences {
  constructor() {
    super(Invitation);
  }

  find(id: string): Promise<InvitationView | null> {
    return this.byId(FIND, id);
  }

  /** Newest first. */
  list(query: InvitationsQuery, now: Date): Promise<{ rows: InvitationView[]; total: number }> {
    const filters: ListFilter[] = [];
    if (query.status) filters.push(anyOf(query.status.map((status) => filterOf(status, now))));
    if (query.q) filters.push(searched(INVITATION_COLUMN.search, query.q));
    return this.database.list(LIST, filters, { by: 'createdAt', direction: 'desc' }, query);
  }

  pending(now: Date): Promise<InvitationView[]> {
    return this.database.rows(PENDING, now);
  }

  /** Whether somebody is invited to the role. */
  async anyHas(role: string, now: Date): Promise<boolean> {
    return (await this.database.row(ANY_OPEN_TO, role, now)) !== null;
  }

  /**
   * The e-mails with invitations of any organization that were sent to an address after a moment, oldest first. Nobody
   * else can send one to the address until the unit of work ends.
   */
  async sentSince(emailKey: string, since: Date): Promise<InvitationMail[]> {
    await this.unitOfWork.writeUnscoped(LOCK_ADDRESS, emailKey);
    const values = [currentOrganizationId(), emailKey, since];
    const rows = await this.database.unscopedRows<Omit<InvitationMail, 'at'> & { at: string }>(SENT_SINCE, ...values);
    return rows.map((row) => ({ ...row, at: new Date(row.at) }));
  }

  /** The e-mail address of an account as it has it, or null when there is no such account. */
  async accountAddress(emailKey: string): Promise<string | null> {
    return (await this.database.unscopedRow<{ email: string }>(ACCOUNT_ADDRESS, emailKey))?.email ?? null;
  }

  /** @param emailKey see {@link emailKey} in the kernel */
  async isMember(emailKey: string): Promise<boolean> {
    return (await this.database.unscopedRow(MEMBER_WITH_EMAIL, currentOrganizationId(), emailKey)) !== null;
  }

  /** An active user's standing in the organization; null for one who is suspended. */
  standingOf(userId: string): Promise<StandingRow | null> {
    return this.database.unscopedRow<StandingRow>(STANDING, currentOrganizationId(), userId);
  }

  /** Marks the address's invitation as expired, if it has expired: that makes room for the next. */
  async expire(emailKey: string, now: Date): Promise<void> {
    await this.unitOfWork.write(EXPIRE, emailKey, now);
  }

  /** The organizations that ever invited an address. */
  async organizationsInviting(emailKey: string): Promise<string[]> {
    return (await this.database.unscopedRows(INVITING, emailKey)).map(({ organizationId }) => organizationId);
  }

  /** Takes the address out of all invitations to it; returns their ids. */
  async forget(emailKey: string, now: Date): Promise<string[]> {
    const { rows } = await this.unitOfWork.write(FORGET, emailKey, now);
    return rows.map(({ id }) => id);
  }

  /** Changes the role that open invitations name. */
  async renameRole(from: string, to: string, now: Date): Promise<void> {
    await this.unitOfWork.write(RENAME_ROLE, from, to, now);
  }
}

function filterOf(status: string, now: Date): ListFilter {
  switch (status) {
    case 'pending':
      return { sql: `${INVITATION_COLUMN.status} = 'pending' AND ${INVITATION_COLUMN.expiresAt} > ?`, values: [now] };
    case 'expired':
      return {
        sql: `(${INVITATION_COLUMN.status} = 'expired' OR ${INVITATION_COLUMN.status} = 'pending'
            AND ${INVITATION_COLUMN.expiresAt} <= ?)`,
        values: [now],
      };
    default:
      return { sql: `${INVITATION_COLUMN.status} = ?`, values: [status] };
  }
}
