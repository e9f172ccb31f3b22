import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../kernel/page';
import { named, type NamedStatement } from '../../../platform/database/named';
import type { UnscopedListShape } from '../../../platform/tenancy/list-statements';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { select, type RowOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { STANDING_COLUMNS, STANDING_JOINS, type StandingRow } from '../../people/members';
import { Session } from './session.entity';
import type { SessionView } from './sessions.dto';

/** A valid session, with its user's standing. */
export type LiveSessionRow = StandingRow &
  LiveSession &
  ((ActingOperator & { impersonatingSince: string }) | NoOperator);

interface LiveSession {
  id: string;
  tokenHash: Buffer;
  authenticatedAt: string;
  userCreatedAt: string;
  secondFactorSince: string | null;
  /** Whether everybody in the organization must have a second factor. */
  secondFactorRequired: boolean;
  /** The organization whose provider began the session; null for all other ways in. */
  ssoOrganizationId: string | null;
  /** See {@link Session.ownProofAt}. */
  ownProofAt: string | null;
  lastSeenAt: string;
  /** When it ends however much it is used. */
  expiresAt: string;
}

/** The operator who acts in a session as its user. */
interface ActingOperator {
  impersonatorId: string;
  impersonatorName: string;
  impersonatorEmail: string;
}

/** Of a session in which its user acts. */
interface NoOperator {
  impersonatorId: null;
}

/** A session that was ended. */
export type EndedSession = { id: string; userId: string; organizationId: string } & (ActingOperator | NoOperator);

/** A session that is locked: who is in it, and where. */
export type LockedSession = RowOf<typeof LOCKED>;

/** The user whose sessions are meant, and the session of the request. */
export interface Owner {
  userId: string;
  currentId: string;
  /** Whether the current one is an operator's. */
  impersonating: boolean;
}

export const SESSIONS_REASON = 'sessions belong to users, not to organizations';

// A Super Admin's session may be in an organization they are no member of; anybody else's ends with the membership. One
// in which an operator acts as a user ends when the operator is suspended or is no Super Admin any more. Sessions, and
// the users and organization of each, are looked up by key (LATERAL): planned while there were few of them, a join could
// go through all pairs. The array is in a sub-select, so that the planner does not see how long it is: a plan made for one
// session looks better than one made for any number, and PostgreSQL would plan this again for each request.
const AUTHENTICATE = new UnscopedStatement<LiveSessionRow>(
  'a credential says which organization it stands in',
  `SELECT live.* FROM unnest((SELECT $1::bytea[])) AS shown (token_hash) CROSS JOIN LATERAL (
     SELECT s.id, s.token_hash AS "tokenHash", s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt",
       s.authenticated_at AS "authenticatedAt", u.second_factor_since AS "secondFactorSince", u.created_at AS "userCreatedAt",
       coalesce((SELECT t.require_second_factor FROM organization_settings t WHERE t.organization_id = o.id), false)
         AS "secondFactorRequired",
       s.sso_organization_id AS "ssoOrganizationId", s.own_proof_at AS "ownProofAt",
       s.impersonator_id AS "impersonatorId", i.name AS "impersonatorName", i.email AS "impersonatorEmail",
       s.impersonating_since AS "impersonatingSince",
       ${STANDING_COLUMNS}
     FROM sessions s
     CROSS JOIN LATERAL (SELECT * FROM users u WHERE u.id = s.user_id AND u.status = 'active' LIMIT 1) AS u
     CROSS JOIN LATERAL (SELECT * FROM organizations o WHERE o.id = s.organization_id AND o.deleted_at IS NULL LIMIT 1) AS o
     ${STANDING_JOINS}
     LEFT JOIN LATERAL (
       SELECT * FROM users i WHERE i.id = s.impersonator_id AND i.status = 'active' AND i.super_admin LIMIT 1
     ) AS i ON true
     WHERE s.token_hash = shown.token_hash AND s.expires_at > $2 AND s.last_seen_at > $3
       AND CASE WHEN s.impersonator_id IS NULL THEN m.user_id IS NOT NULL OR u.super_admin
         ELSE m.user_id IS NOT NULL AND i.id IS NOT NULL END OFFSET 0
   ) AS live`,
);

/** Moves the last use of many sessions forward; see LastUse. */
export const TOUCH_SESSIONS = `
  UPDATE sessions SET last_seen_at = used.at FROM (
    SELECT s.id, v.at FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS v (organization_id, id, at)
    JOIN sessions s ON s.id = v.id AND s.last_seen_at <= v.at - interval '1 minute'
    FOR UPDATE OF s SKIP LOCKED
  ) AS used WHERE sessions.id = used.id`;

// A session in which an operator acts as a user counts as the operator's own, not as the user's. And an operator who
// acts as a user does not see where that user is signed in.
const OWN = `(id = $2 OR NOT $3 AND (user_id = $1 AND impersonator_id IS NULL OR impersonator_id = $1))
    AND expires_at > $4 AND last_seen_at > $5`;

const LIST: UnscopedListShape = {
  reason: SESSIONS_REASON,
  columns: `id, ip, user_agent AS "userAgent", id = $2 AS current, created_at AS "createdAt", last_seen_at AS "lastSeenAt",
    expires_at AS "expiresAt", updated_at AS "updatedAt"`,
  from: 'sessions',
  id: 'id',
  sorts: { createdAt: 'created_at' },
  always: OWN,
};

const LOCKED = select(
  Session,
  's',
  'id',
  'userId',
  'organizationId',
  'impersonatorId',
  'impersonatorOrganizationId',
  'ssoOrganizationId',
  'ownProofAt',
);
const LOCK = named<LockedSession>(`SELECT ${LOCKED.columns} FROM ${LOCKED.from} WHERE s.id = $1 FOR UPDATE`);
// An operator who acts as somebody else is still the one who is in the session.
const LOCK_LIVE = named(`SELECT id FROM sessions WHERE id = $1 AND coalesce(impersonator_id, user_id) = $2
    AND expires_at > $3 AND last_seen_at > $4 FOR UPDATE`);
const RETURN_ENDED = `RETURNING id, user_id AS "userId", organization_id AS "organizationId",
  impersonator_id AS "impersonatorId", (SELECT name FROM users WHERE id = impersonator_id) AS "impersonatorName",
  (SELECT email FROM users WHERE id = impersonator_id) AS "impersonatorEmail"`;
// Sessions are locked in one order, so that two that end several never deadlock.
const end = (name: string, condition: string) => ({
  name,
  text: `DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE ${condition} ORDER BY id FOR UPDATE) ${RETURN_ENDED}`,
});
const END = end('session-end', 'id = $1');
const END_BY_TOKENS = end('session-end-by-tokens', 'token_hash = ANY ($1::bytea[])');
const END_OWN = end('session-end-own', `${OWN} AND id = $6`);
const END_WITHOUT_PROVIDER = end(
  'session-end-without-provider',
  `organization_id = $1 AND sso_organization_id IS DISTINCT FROM $1 AND id <> $2 AND impersonator_id IS NULL
     AND NOT (SELECT super_admin FROM users WHERE users.id = sessions.user_id)`,
);
const END_BY_PROVIDER = end(
  'session-end-by-provider',
  'sso_organization_id = $1 AND user_id = ANY ($2::uuid[]) AND id IS DISTINCT FROM $3::uuid',
);
const END_ALL_IN = end('session-end-all-in', 'user_id = $1 AND organization_id = $2');
const END_ALL_OF = end('session-end-all-of', '(user_id = $1 OR impersonator_id = $1) AND id IS DISTINCT FROM $2::uuid');
const END_ACTING_BY = end('session-end-acting-by', 'impersonator_id = $1');
const END_ACTING_IN = end('session-end-acting-in', 'organization_id = $1 AND impersonator_id IS NOT NULL');

/** The moments that decide whether a session is still valid. */
export interface Limits {
  now: Date;
  /** A session last seen then, or before, has been idle for too long. */
  idleSince: Date;
}

/** All queries of sessions. Writes happen inside an unscoped unit of work. */
@Injectable()
export class SessionsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The valid sessions with these tokens, and all that is needed to know what they may do. */
  findLive(tokenHashes: readonly Buffer[], { now, idleSince }: Limits): Promise<LiveSessionRow[]> {
    return this.database.unscopedRows(AUTHENTICATE, tokenHashes, now, idleSince);
  }

  /** One page of a user's sessions, newest first. */
  list(owner: Owner, { now, idleSince }: Limits, page: PageRequest): Promise<{ rows: SessionView[]; total: number }> {
    const own = [owner.userId, owner.currentId, owner.impersonating, now, idleSince];
    return this.database.unscopedList<SessionView>(LIST, [], { by: 'createdAt', direction: 'desc' }, page, ...own);
  }

  async insert(session: Session): Promise<void> {
    await this.unitOfWork.insert(Session, session);
  }

  /** Whether a session is a user's, and has not ended; it is locked until the unit of work ends. */
  async lockLive(id: string, userId: string, { now, idleSince }: Limits): Promise<boolean> {
    return (await this.unitOfWork.writeUnscoped(LOCK_LIVE, id, userId, now, idleSince)).rows.length > 0;
  }

  /** The session, locked until the unit of work ends, or null when it has ended. */
  async lock(id: string): Promise<LockedSession | null> {
    return (await this.unitOfWork.writeUnscoped(LOCK, id)).rows[0] ?? null;
  }

  async update(id: string, changes: Partial<Session>): Promise<void> {
    await this.unitOfWork.update(Session, { id }, changes);
  }

  async end(id: string): Promise<EndedSession | null> {
    return (await this.delete(END, id))[0] ?? null;
  }

  endByTokens(tokenHashes: readonly Buffer[]): Promise<EndedSession[]> {
    return this.delete(END_BY_TOKENS, tokenHashes);
  }

  /** Ends a session if the user sees it in their list. */
  async endOwn(id: string, owner: Owner, { now, idleSince }: Limits): Promise<EndedSession | null> {
    const { userId, currentId, impersonating } = owner;
    return (await this.delete(END_OWN, userId, currentId, impersonating, now, idleSince, id))[0] ?? null;
  }

  /** Ends the sessions in an organization that its identity provider did not begin, but one. */
  endWithoutProvider(organizationId: string, butId: string): Promise<EndedSession[]> {
    return this.delete(END_WITHOUT_PROVIDER, organizationId, butId);
  }

  /** Ends the sessions that an organization's identity provider began for users, but one. */
  endByProvider(organizationId: string, userIds: readonly string[], butId: string | null): Promise<EndedSession[]> {
    return this.delete(END_BY_PROVIDER, organizationId, userIds, butId);
  }

  /** Ends a user's sessions in an organization. */
  endAllIn(organizationId: string, userId: string): Promise<EndedSession[]> {
    return this.delete(END_ALL_IN, userId, organizationId);
  }

  /** Ends a user's sessions, those in which an operator acts as them and those in which they act as others, but one. */
  endAllOf(userId: string, butId: string | null): Promise<EndedSession[]> {
    return this.delete(END_ALL_OF, userId, butId);
  }

  /** Ends the sessions in which an operator acts as others. */
  endActingBy(operatorId: string): Promise<EndedSession[]> {
    return this.delete(END_ACTING_BY, operatorId);
  }

  /** Ends the sessions in which operators act as users of an organization. */
  endActingIn(organizationId: string): Promise<EndedSession[]> {
    return this.delete(END_ACTING_IN, organizationId);
  }

  private async delete(statement: NamedStatement, ...values: unknown[]): Promise<EndedSession[]> {
    return (await this.unitOfWork.writeUnscoped<EndedSession>(statement, ...values)).rows;
  }
}
