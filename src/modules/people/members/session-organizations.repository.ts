import { Injectable } from '@nestjs/common';
import type { OrganizationStatus } from '../../../kernel/statuses';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { columnsOf } from '../../../platform/database/table';
import { Organization } from '../organizations/organization.entity';
import { Membership } from './membership.entity';
import { User } from '../users/user.entity';
import { SsoConnection } from '../../sign-in/single-sign-on/sso-connection.entity';

const ORGANIZATION = columnsOf(Organization, 'o');
const MEMBERSHIP_COLUMN = columnsOf(Membership, 'm');
const USER = columnsOf(User, 'u');
const SSO_CONNECTION = columnsOf(SsoConnection, 'c');
const BARE_ORGANIZATION = columnsOf(Organization);

const REASON = 'a session chooses the organization it stands in';

const EXISTS = new UnscopedStatement(
  REASON,
  `SELECT ${BARE_ORGANIZATION.id} FROM organizations
   WHERE ${BARE_ORGANIZATION.id} = $1 AND ${BARE_ORGANIZATION.deletedAt} IS NULL`,
);
const MEMBERSHIP = new UnscopedStatement(
  REASON,
  `SELECT ${MEMBERSHIP_COLUMN.organizationId} AS id FROM memberships m
   JOIN organizations o ON ${ORGANIZATION.id} = ${MEMBERSHIP_COLUMN.organizationId}
     AND ${ORGANIZATION.deletedAt} IS NULL
   WHERE ${MEMBERSHIP_COLUMN.organizationId} = $1 AND ${MEMBERSHIP_COLUMN.userId} = $2
     AND ${MEMBERSHIP_COLUMN.status} = 'active'`,
);
// With $3, only those that let in others than whom their identity provider signed in.
const DEFAULT_QUERY = `SELECT ${ORGANIZATION.id}, ${ORGANIZATION.status} FROM memberships m
   JOIN organizations o ON ${ORGANIZATION.id} = ${MEMBERSHIP_COLUMN.organizationId}
     AND ${ORGANIZATION.deletedAt} IS NULL
   JOIN users u ON ${USER.id} = ${MEMBERSHIP_COLUMN.userId}
   WHERE ${MEMBERSHIP_COLUMN.userId} = $1 AND ${MEMBERSHIP_COLUMN.status} = 'active'
     AND NOT ($3 AND EXISTS (SELECT FROM sso_connections c
       WHERE ${SSO_CONNECTION.organizationId} = ${MEMBERSHIP_COLUMN.organizationId} AND ${SSO_CONNECTION.requireSso}))
   ORDER BY ${ORGANIZATION.status}, (${ORGANIZATION.id} = $2) IS TRUE DESC,
     (${ORGANIZATION.id} = ${USER.lastOrganizationId}) IS TRUE DESC, ${MEMBERSHIP_COLUMN.joinedAt},
     ${ORGANIZATION.id} LIMIT 1`;
const DEFAULT = new UnscopedStatement(REASON, DEFAULT_QUERY);
// Waits for a membership that is ending, and takes the next best once it has ended.
const LOCK_DEFAULT = new UnscopedStatement(REASON, `${DEFAULT_QUERY} FOR KEY SHARE OF m`);
const OF_USER = new UnscopedStatement<OwnOrganization>(
  REASON,
  `SELECT ${ORGANIZATION.id}, ${ORGANIZATION.name}, ${ORGANIZATION.slug}, ${ORGANIZATION.logo},
     ${MEMBERSHIP_COLUMN.role}, ${ORGANIZATION.status} FROM memberships m
   JOIN organizations o ON ${ORGANIZATION.id} = ${MEMBERSHIP_COLUMN.organizationId}
     AND ${ORGANIZATION.deletedAt} IS NULL
   WHERE ${MEMBERSHIP_COLUMN.userId} = $1 AND ${MEMBERSHIP_COLUMN.status} = 'active'
   ORDER BY ${ORGANIZATION.search}, ${ORGANIZATION.id}`,
);
const NAMES = new UnscopedStatement<{ name: string }>(
  REASON,
  `SELECT ${ORGANIZATION.name} FROM memberships m
   JOIN organizations o ON ${ORGANIZATION.id} = ${MEMBERSHIP_COLUMN.organizationId}
     AND ${ORGANIZATION.deletedAt} IS NULL
   WHERE ${MEMBERSHIP_COLUMN.userId} = $1`,
);
const DELETED = new UnscopedStatement<{ name: string }>(
  REASON,
  `SELECT ${ORGANIZATION.name} FROM memberships m
   JOIN organizations o ON ${ORGANIZATION.id} = ${MEMBERSHIP_COLUMN.organizationId}
     AND ${ORGANIZATION.deletedAt} IS NOT NULL
   WHERE ${MEMBERSHIP_COLUMN.userId} = $1 AND ${MEMBERSHIP_COLUMN.status} = 'active'
   ORDER BY ${ORGANIZATION.deletedAt} DESC, ${ORGANIZATION.id} LIMIT 1`,
);
const ANY = new UnscopedStatement(
  REASON,
  `SELECT ${ORGANIZATION.id} FROM organizations o WHERE ${ORGANIZATION.deletedAt} IS NULL
   ORDER BY ${ORGANIZATION.status}, (${ORGANIZATION.id} = (SELECT ${USER.lastOrganizationId} FROM users u
     WHERE ${USER.id} = $1)) IS TRUE DESC, ${ORGANIZATION.createdAt}, ${ORGANIZATION.id}
   LIMIT 1`,
);

/** One of a user's own organizations, for a new session. */
export interface DefaultOrganization {
  id: string;
  status: OrganizationStatus;
}

/** An organization as its members see it in a list of their own. */
export interface OwnOrganization {
  id: string;
  name: string;
  slug: string;
  logo: string | null;
  /** The user's role in it. */
  role: string;
  status: OrganizationStatus;
}

/** All queries of the organizations that a session can be in. */
@Injectable()
export class SessionOrganizationsRepository {
  constructor(private readonly database: TenantDatabase) {}

  async exists(id: string): Promise<boolean> {
    return (await this.database.unscopedRow(EXISTS, id)) !== null;
  }

  async hasMember(id: string, userId: string): Promise<boolean> {
    return (await this.database.unscopedRow(MEMBERSHIP, id, userId)) !== null;
  }

  /** The organizations that a user is a member of, by name. */
  ofUser(userId: string): Promise<OwnOrganization[]> {
    return this.database.unscopedRows(OF_USER, userId);
  }

  /**
   * The best of a user's organizations: active ones first, then the one used last, then the one joined first; or null.
   */
  defaultFor(userId: string): Promise<DefaultOrganization | null> {
    return this.database.unscopedRow<DefaultOrganization>(DEFAULT, userId, null, false);
  }

  /**
   * Like {@link defaultFor}; the membership can't end before the unit of work does.
   *
   * @param preferredId comes before the one used last
   * @param withoutProvider leaves out those that require their identity provider
   */
  lockDefaultFor(
    userId: string,
    preferredId: string | null,
    withoutProvider: boolean,
  ): Promise<DefaultOrganization | null> {
    return this.database.unscopedRow<DefaultOrganization>(LOCK_DEFAULT, userId, preferredId, withoutProvider);
  }

  /** The names of a user's organizations. */
  async names(userId: string): Promise<string[]> {
    return (await this.database.unscopedRows(NAMES, userId)).map(({ name }) => name);
  }

  /** The name of the one that was deleted last of a user's organizations; null where none was, or all are purged. */
  async deletedOf(userId: string): Promise<string | null> {
    return (await this.database.unscopedRow(DELETED, userId))?.name ?? null;
  }

  /** The best organization for an operator: an active one before a suspended one, the one used last, the oldest. */
  async bestOfAll(operatorId: string): Promise<string | null> {
    return (await this.database.unscopedRow<{ id: string }>(ANY, operatorId))?.id ?? null;
  }
}
