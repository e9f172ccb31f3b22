import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../kernel/page';
import { named, type NamedStatement } from '../../../platform/database/named';
import type { UnscopedListShape } from '../../../platform/tenancy/list-statements';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, select, type RowOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { IS_MEMBER, STANDING_COLUMNS, STANDING_JOINS, type StandingRow } from '../../people/members';
import { Session } from './session.entity';
import type { SessionView } from './sessions.dto';
import { User } from '../../people/users/user.entity';
import { OrganizationSettings } from '../../people/settings/organization-settings.entity';
import { Organization } from '../../people/organizations/organization.entity';

const SESSION = columnsOf(Session, 's');
const IMPERSONATOR = columnsOf(User, 'i');
const USER = columnsOf(User, 'u');
const ORGANIZATION = columnsOf(Organization, 'o');
const ORGANIZATION_SETTINGS = columnsOf(OrganizationSettings, 't');
const QUALIFIED_SESSION = columnsOf(Session, 'sessions');
const QUALIFIED_USER = columnsOf(User, 'users');
const BARE_SESSION = columnsOf(Session);
const BARE_USER = columnsOf(User);

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
     SELECT ${select(Session, 's', 'id', 'tokenHash', 'lastSeenAt', 'expiresAt', 'authenticatedAt').columns},
       ${USER.secondFactorSince} AS "secondFactorSince", ${USER.createdAt} AS "userCreatedAt",
       coalesce((SELECT ${ORGANIZATION_SETTINGS.requireSecondFactor} FROM organization_settings t
         WHERE ${ORGANIZATION_SETTINGS.organizationId} = ${ORGANIZATION.id}), false)
         AS "secondFactorRequired",
       ${select(Session, 's', 'ssoOrganizationId', 'ownProofAt', 'impersonatorId').columns},
       ${IMPERSONATOR.name} AS "impersonatorName", ${IMPERSONATOR.email} AS "impersonatorEmail",
       ${SESSION.impersonatingSince} AS "impersonatingSince",
       ${STANDING_COLUMNS}
     FROM sessions s
     CROSS JOIN LATERAL (SELECT * FROM users u
       WHERE ${USER.id} = ${SESSION.userId} AND ${USER.status} = 'active' LIMIT 1) AS u
     CROSS JOIN LATERAL (SELECT * FROM organizations o
       WHERE ${ORGANIZATION.id} = ${SESSION.organizationId} AND ${ORGANIZATION.deletedAt} IS NULL LIMIT 1) AS o
     ${STANDING_JOINS}
     LEFT JOIN LATERAL (
       SELECT * FROM users i
       WHERE ${IMPERSONATOR.id} = ${SESSION.impersonatorId} AND ${IMPERSONATOR.status} = 'active'
         AND ${IMPERSONATOR.superAdmin} LIMIT 1
     ) AS i ON true
     WHERE ${SESSION.tokenHash} = shown.token_hash AND ${SESSION.expiresAt} > $2 AND ${SESSION.lastSeenAt} > $3
       AND CASE WHEN ${SESSION.impersonatorId} IS NULL THEN ${IS_MEMBER} OR ${USER.superAdmin}
         ELSE ${IS_MEMBER} AND ${IMPERSONATOR.id} IS NOT NULL END OFFSET 0
   ) AS live`,
);

/** Moves the last use of many sessions forward; see LastUse. */
export const TOUCH_SESSIONS = `
  UPDATE sessions SET ${BARE_SESSION.lastSeenAt} = used.at FROM (
    SELECT ${SESSION.id}, v.at FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS v (organization_id, id, at)
    JOIN sessions s ON ${SESSION.id} = v.id AND ${SESSION.lastSeenAt} <= v.at - interval '1 minute'
    FOR UPDATE OF s SKIP LOCKED
  ) AS used WHERE ${QUALIFIED_SESSION.id} = used.id`;

// A session in which an operator acts as a user counts as the operator's own, not as the user's. And an operator who
// acts as a user does not see where that user is signed in.
const OWN = `(${BARE_SESSION.id} = $2
      OR NOT $3 AND (${BARE_SESSION.userId} = $1 AND ${BARE_SESSION.impersonatorId} IS NULL
        OR ${BARE_SESSION.impersonatorId} = $1))
    AND ${BARE_SESSION.expiresAt} > $4 AND ${BARE_SESSION.lastSeenAt} > $5`;

const LIST: UnscopedListShape = {
  reason: SESSIONS_REASON,
  columns: `${BARE_SESSION.id}, ${BARE_SESSION.ip}, ${BARE_SESSION.userAgent} AS "userAgent",
    ${BARE_SESSION.id} = $2 AS current, ${BARE_SESSION.createdAt} AS "createdAt",
    ${BARE_SESSION.lastSeenAt} AS "lastSeenAt", ${BARE_SESSION.expiresAt} AS "expiresAt",
    ${BARE_SESSION.updatedAt} AS "updatedAt"`,
  from: 'sessions',
  id: BARE_SESSION.id,
  sorts: { createdAt: BARE_SESSION.createdAt },
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
const LOCK = named<LockedSession>(`SELECT ${LOCKED.columns} FROM ${LOCKED.from} WHERE ${SESSION.id} = $1 FOR UPDATE`);
// An operator who acts as somebody else is still the one who is in the session.
const LOCK_LIVE = named(`SELECT ${BARE_SESSION.id} FROM sessions
    WHERE ${BARE_SESSION.id} = $1 AND coalesce(${BARE_SESSION.impersonatorId}, ${BARE_SESSION.userId}) = $2
    AND ${BARE_SESSION.expiresAt} > $3 AND ${BARE_SESSION.lastSeenAt} > $4 FOR UPDATE`);
const RETURN_ENDED = `RETURNING ${BARE_SESSION.id}, ${BARE_SESSION.userId} AS "userId",
  ${BARE_SESSION.organizationId} AS "organizationId", ${BARE_SESSION.impersonatorId} AS "impersonatorId",
  (SELECT ${BARE_USER.name} FROM users
    WHERE ${BARE_USER.id} = ${BARE_SESSION.impersonatorId}) AS "impersonatorName",
  (SELECT ${BARE_USER.email} FROM users
    WHERE ${BARE_USER.id} = ${BARE_SESSION.impersonatorId}) AS "impersonatorEmail"`;
// Sessions are locked in one order, so that two that end several never deadlock.
const end = (name: string, condition: string) => ({
  name,
  text: `DELETE FROM sessions WHERE ${BARE_SESSION.id} IN (SELECT ${BARE_SESSION.id} FROM sessions WHERE ${condition}
      ORDER BY ${BARE_SESSION.id} FOR UPDATE) ${RETURN_ENDED}`,
});
const END = end('session-end', `${BARE_SESSION.id} = $1`);
const END_BY_TOKENS = end('session-end-by-tokens', `${BARE_SESSION.tokenHash} = ANY ($1::bytea[])`);
const END_OWN = end('session-end-own', `${OWN} AND ${BARE_SESSION.id} = $6`);
const END_WITHOUT_PROVIDER = end(
  'session-end-without-provider',
  `${BARE_SESSION.organizationId} = $1 AND ${BARE_SESSION.ssoOrganizationId} IS DISTINCT FROM $1
     AND ${BARE_SESSION.id} <> $2 AND ${BARE_SESSION.impersonatorId} IS NULL
     AND NOT (SELECT ${BARE_USER.superAdmin} FROM users WHERE ${QUALIFIED_USER.id} = ${QUALIFIED_SESSION.userId})`,
);
const END_BY_PROVIDER = end(
  'session-end-by-provider',
  `${BARE_SESSION.ssoOrganizationId} = $1 AND ${BARE_SESSION.userId} = ANY ($2::uuid[])
     AND ${BARE_SESSION.id} IS DISTINCT FROM $3::uuid`,
);
const END_ALL_IN = end('session-end-all-in', `${BARE_SESSION.userId} = $1 AND ${BARE_SESSION.organizationId} = $2`);
const END_ALL_OF = end(
  'session-end-all-of',
  `(${BARE_SESSION.userId} = $1 OR ${BARE_SESSION.impersonatorId} = $1)
     AND ${BARE_SESSION.id} IS DISTINCT FROM $2::uuid`,
);
const END_ACTING_BY = end('session-end-acting-by', `${BARE_SESSION.impersonatorId} = $1`);
const END_ACTING_IN = end(
  'session-end-acting-in',
  `${BARE_SESSION.organizationId} = $1 AND ${BARE_SESSION.impersonatorId} IS NOT NULL`,
);

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
