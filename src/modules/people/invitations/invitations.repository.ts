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

const COLUMN = columnsOf(Invitation, 'i');

const PEOPLE_REASON = 'senders and those invited are users, who belong to no organization';

const INVITATION = selectAllBut(Invitation, 'i', 'organizationId', 'emailKey', 'search', 'tokenHash', 'resentAt');

const FIND = findById(INVITATION);
const PENDING = new ScopedStatement<RowOf<typeof INVITATION>>(
  `SELECT ${INVITATION.columns} FROM ${INVITATION.from}
   WHERE i.organization_id = $1 AND i.status = 'pending' AND i.expires_at > $2 ORDER BY i.id`,
);
const ANY_OPEN_TO = new ScopedStatement(
  `SELECT id FROM invitations WHERE organization_id = $1 AND role = $2 AND status = 'pending' AND expires_at > $3 LIMIT 1`,
);

const SENT_SINCE = new UnscopedStatement(
  'an address gets e-mails of all organizations',
  `SELECT i.id, i.organization_id = $1 AS own, sent.at, sent.number > 1 AS again
   FROM invitations i CROSS JOIN LATERAL unnest(i.created_at || i.resent_at) WITH ORDINALITY AS sent (at, number)
   WHERE i.email_key = $2 AND sent.at > $3 ORDER BY sent.at`,
);
const LOCK_ADDRESS = named(`SELECT pg_advisory_xact_lock(hashtextextended('invitations:' || $1::text, 0))`);

const MEMBER_WITH_EMAIL = new UnscopedStatement(
  PEOPLE_REASON,
  `SELECT m.id FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND u.email_key = $2`,
);
const ACCOUNT_ADDRESS = new UnscopedStatement(PEOPLE_REASON, `SELECT email FROM users WHERE email_key = $1`);
const INVITING = new UnscopedStatement<{ organizationId: string }>(
  PEOPLE_REASON,
  `SELECT DISTINCT organization_id AS "organizationId" FROM invitations WHERE email_key = $1`,
);
const STANDING = new UnscopedStatement(
  PEOPLE_REASON,
  `SELECT ${STANDING_COLUMNS} FROM users u JOIN organizations o ON o.id = $1 ${STANDING_JOINS}
   WHERE u.id = $2 AND u.status = 'active'`,
);

const LIST = {
  ...INVITATION,
  sorts: { createdAt: COLUMN.createdAt },
};

const EXPIRE = new ScopedStatement(
  `UPDATE invitations SET status = 'expired'
   WHERE organization_id = $1 AND email_key = $2 AND status = 'pending' AND expires_at <= $3`,
);
const RENAME_ROLE = new ScopedStatement(
  `UPDATE invitations SET role = $3, updated_at = $4
   WHERE organization_id = $1 AND role = $2 AND status = 'pending' AND expires_at > $4`,
);

/** Each gets an address of its own, because an organization has one pending invitation to an address. */
const FORGET = new ScopedStatement<{ id: string }>(
  `UPDATE invitations SET email = 'erased@erased.invalid', email_key = 'erased-' || id || '@erased.invalid', search = '',
     updated_at = $3
   WHERE organization_id = $1 AND email_key = $2 RETURNING id`,
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
    if (query.q) filters.push(searched(COLUMN.search, query.q));
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
      return { sql: `${COLUMN.status} = 'pending' AND ${COLUMN.expiresAt} > ?`, values: [now] };
    case 'expired':
      return {
        sql: `(${COLUMN.status} = 'expired' OR ${COLUMN.status} = 'pending' AND ${COLUMN.expiresAt} <= ?)`,
        values: [now],
      };
    default:
      return { sql: `${COLUMN.status} = ?`, values: [status] };
  }
}
