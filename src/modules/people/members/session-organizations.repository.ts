import { Injectable } from '@nestjs/common';
import type { OrganizationStatus } from '../../../kernel/statuses';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';

const REASON = 'a session chooses the organization it stands in';

const EXISTS = new UnscopedStatement(REASON, `SELECT id FROM organizations WHERE id = $1 AND deleted_at IS NULL`);
const MEMBERSHIP = new UnscopedStatement(
  REASON,
  `SELECT m.organization_id AS id FROM memberships m
   JOIN organizations o ON o.id = m.organization_id AND o.deleted_at IS NULL
   WHERE m.organization_id = $1 AND m.user_id = $2 AND m.status = 'active'`,
);
// With $3, only those that let in others than whom their identity provider signed in.
const DEFAULT_QUERY = `SELECT o.id, o.status FROM memberships m
   JOIN organizations o ON o.id = m.organization_id AND o.deleted_at IS NULL
   JOIN users u ON u.id = m.user_id
   WHERE m.user_id = $1 AND m.status = 'active'
     AND NOT ($3 AND EXISTS (SELECT FROM sso_connections c WHERE c.organization_id = m.organization_id AND c.require_sso))
   ORDER BY o.status, (o.id = $2) IS TRUE DESC, (o.id = u.last_organization_id) IS TRUE DESC, m.joined_at, o.id LIMIT 1`;
const DEFAULT = new UnscopedStatement(REASON, DEFAULT_QUERY);
// Waits for a membership that is ending, and takes the next best once it has ended.
const LOCK_DEFAULT = new UnscopedStatement(REASON, `${DEFAULT_QUERY} FOR KEY SHARE OF m`);
const OF_USER = new UnscopedStatement<OwnOrganization>(
  REASON,
  `SELECT o.id, o.name, o.slug, o.logo, m.role, o.status FROM memberships m
   JOIN organizations o ON o.id = m.organization_id AND o.deleted_at IS NULL
   WHERE m.user_id = $1 AND m.status = 'active' ORDER BY o.search, o.id`,
);
const NAMES = new UnscopedStatement<{ name: string }>(
  REASON,
  `SELECT o.name FROM memberships m JOIN organizations o ON o.id = m.organization_id AND o.deleted_at IS NULL
   WHERE m.user_id = $1`,
);
const DELETED = new UnscopedStatement<{ name: string }>(
  REASON,
  `SELECT o.name FROM memberships m JOIN organizations o ON o.id = m.organization_id AND o.deleted_at IS NOT NULL
   WHERE m.user_id = $1 AND m.status = 'active' ORDER BY o.deleted_at DESC, o.id LIMIT 1`,
);
const ANY = new UnscopedStatement(
  REASON,
  `SELECT o.id FROM organizations o WHERE o.deleted_at IS NULL
   ORDER BY o.status, (o.id = (SELECT u.last_organization_id FROM users u WHERE u.id = $1)) IS TRUE DESC, o.created_at, o.id
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
