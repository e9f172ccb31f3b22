import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { named } from '../../../platform/database/named';
import { ScopedStatement, UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnList, columnsOf, select, type RowOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { SsoConnection } from './sso-connection.entity';
import { SsoDomain } from './sso-domain.entity';
import { SsoIdentity } from './sso-identity.entity';
import { User } from '../../people/users/user.entity';
import { Organization } from '../../people/organizations/organization.entity';

const SSO_DOMAIN = columnsOf(SsoDomain, 'd');
const SSO_IDENTITY = columnsOf(SsoIdentity, 'i');
const SSO_CONNECTION = columnsOf(SsoConnection, 'c');
const ORGANIZATION = columnsOf(Organization, 'o');
const USER = columnsOf(User, 'u');
const BARE_SSO_IDENTITY = columnsOf(SsoIdentity);
const BARE_SSO_CONNECTION = columnsOf(SsoConnection);
const BARE_SSO_DOMAIN = columnsOf(SsoDomain);

export const SSO_REASON = 'a sign-in stands in no organization yet';

const CONNECTION = select(
  SsoConnection,
  'c',
  'organizationId',
  'issuer',
  'clientId',
  'clientSecret',
  'defaultRole',
  'requireSso',
);
const DOMAIN = select(SsoDomain, 'd', 'id', 'domain', 'token', 'provenAt', 'provenBy', 'missingSince');
const DUE_DOMAIN = select(SsoDomain, 'd', 'organizationId', 'id', 'domain', 'token');

export type ConnectionRow = RowOf<typeof CONNECTION>;
export type DomainRow = RowOf<typeof DOMAIN>;
/** A domain whose DNS record is to be looked up again. */
export type DueDomain = RowOf<typeof DUE_DOMAIN>;

/** A connection of a user to an organization's provider. */
export interface ProviderLink {
  id: string;
  issuer: string;
  connectedAt: string;
  organization: { id: string; name: string };
}

const FIND = new ScopedStatement<ConnectionRow>(
  `SELECT ${CONNECTION.columns} FROM ${CONNECTION.from} WHERE ${SSO_CONNECTION.organizationId} = $1`,
);
const LOCK = new ScopedStatement(
  `SELECT FROM sso_connections WHERE ${BARE_SSO_CONNECTION.organizationId} = $1 FOR UPDATE`,
);
const DOMAINS = new ScopedStatement<DomainRow>(
  `SELECT ${DOMAIN.columns} FROM ${DOMAIN.from} WHERE ${SSO_DOMAIN.organizationId} = $1 ORDER BY ${SSO_DOMAIN.domain}`,
);
const DOMAIN_BY_ID = new ScopedStatement<DomainRow>(
  `SELECT ${DOMAIN.columns} FROM ${DOMAIN.from} WHERE ${SSO_DOMAIN.organizationId} = $1 AND ${SSO_DOMAIN.id} = $2`,
);
const LOCK_DOMAIN = new ScopedStatement(
  `SELECT FROM sso_domains WHERE ${BARE_SSO_DOMAIN.organizationId} = $1 AND ${BARE_SSO_DOMAIN.id} = $2 FOR UPDATE`,
);
const FORGET_PEOPLE_OF = named<{ userId: string }>(
  `DELETE FROM sso_identities i USING users u
   WHERE ${SSO_IDENTITY.organizationId} = $1 AND ${USER.id} = ${SSO_IDENTITY.userId}
     AND split_part(${USER.emailKey}, '@', 2) = $2
   RETURNING ${SSO_IDENTITY.userId} AS "userId"`,
);
const COUNT_IDENTITIES = new ScopedStatement<{ any: boolean }>(
  `SELECT EXISTS (SELECT FROM sso_identities
     WHERE ${BARE_SSO_IDENTITY.organizationId} = $1 AND ${BARE_SSO_IDENTITY.issuer} = $2) AS "any"`,
);
const ROLE_IS_NAMED = new ScopedStatement<{ any: boolean }>(
  `SELECT EXISTS (SELECT FROM sso_connections
     WHERE ${BARE_SSO_CONNECTION.organizationId} = $1 AND ${BARE_SSO_CONNECTION.defaultRole} = $2) AS "any"`,
);
const RENAME_ROLE = new ScopedStatement(
  `UPDATE sso_connections SET ${BARE_SSO_CONNECTION.defaultRole} = $3, ${BARE_SSO_CONNECTION.updatedAt} = $4
   WHERE ${BARE_SSO_CONNECTION.organizationId} = $1 AND ${BARE_SSO_CONNECTION.defaultRole} = $2`,
);
const DUE_DOMAINS = new UnscopedStatement<DueDomain>(
  'jobs belong to the platform',
  `SELECT ${DUE_DOMAIN.columns} FROM ${DUE_DOMAIN.from}
   WHERE ${SSO_DOMAIN.provenBy} = 'dns' AND ${SSO_DOMAIN.checkedAt} <= CASE WHEN ${SSO_DOMAIN.missingSince} IS NULL
     THEN $1::timestamptz ELSE $2::timestamptz END
   ORDER BY ${SSO_DOMAIN.checkedAt} LIMIT $3`,
);
const IN_USE = `JOIN organizations o ON ${ORGANIZATION.id} = ${SSO_CONNECTION.organizationId}
      AND ${ORGANIZATION.deletedAt} IS NULL AND ${ORGANIZATION.status} = 'active'`;
const FOR_DOMAIN = new UnscopedStatement<ConnectionRow>(
  SSO_REASON,
  `SELECT ${CONNECTION.columns} FROM ${CONNECTION.from} ${IN_USE}
   JOIN sso_domains d ON ${SSO_DOMAIN.organizationId} = ${SSO_CONNECTION.organizationId}
   WHERE ${SSO_DOMAIN.domain} = $1 AND ${SSO_DOMAIN.provenAt} IS NOT NULL`,
);
const OF_ORGANIZATION = new UnscopedStatement<ConnectionRow>(
  SSO_REASON,
  `SELECT ${CONNECTION.columns} FROM ${CONNECTION.from} ${IN_USE} WHERE ${SSO_CONNECTION.organizationId} = $1`,
);
const IS_REQUIRED = new UnscopedStatement<{ required: boolean }>(
  SSO_REASON,
  `SELECT ${BARE_SSO_CONNECTION.requireSso} AS required FROM sso_connections
   WHERE ${BARE_SSO_CONNECTION.organizationId} = $1`,
);
const IS_PROVEN = new UnscopedStatement<{ id: string }>(
  SSO_REASON,
  `SELECT ${BARE_SSO_DOMAIN.id} FROM sso_domains
   WHERE ${BARE_SSO_DOMAIN.organizationId} = $1 AND ${BARE_SSO_DOMAIN.domain} = $2
     AND ${BARE_SSO_DOMAIN.provenAt} IS NOT NULL`,
);
const LOCK_SIGN_IN = named(
  `SELECT FROM sso_connections c JOIN sso_domains d ON ${SSO_DOMAIN.organizationId} = ${SSO_CONNECTION.organizationId}
   WHERE ${SSO_CONNECTION.organizationId} = $1 AND ${SSO_CONNECTION.issuer} = $2 AND ${SSO_DOMAIN.domain} = $3
     AND ${SSO_DOMAIN.provenAt} IS NOT NULL FOR SHARE`,
);
const FIND_IDENTITY = new UnscopedStatement<{ userId: string }>(
  SSO_REASON,
  `SELECT ${BARE_SSO_IDENTITY.userId} AS "userId" FROM sso_identities
   WHERE ${BARE_SSO_IDENTITY.organizationId} = $1 AND ${BARE_SSO_IDENTITY.issuer} = $2
     AND ${BARE_SSO_IDENTITY.subject} = $3`,
);
const FORGET_IDENTITIES = new ScopedStatement(
  `DELETE FROM sso_identities WHERE ${BARE_SSO_IDENTITY.organizationId} = $1 AND ${BARE_SSO_IDENTITY.userId} = $2`,
);
const REMEMBER = named(`INSERT INTO sso_identities
      (${columnList(SsoIdentity, 'id', 'organizationId', 'issuer', 'subject', 'userId', 'createdAt')})
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (${columnList(SsoIdentity, 'organizationId', 'issuer', 'subject')}) DO NOTHING`);
const LINKS = new UnscopedStatement<ProviderLink>(
  SSO_REASON,
  `SELECT ${SSO_IDENTITY.id}, ${SSO_IDENTITY.issuer}, ${SSO_IDENTITY.createdAt} AS "connectedAt",
     json_build_object('id', ${ORGANIZATION.id}, 'name', ${ORGANIZATION.name}) AS organization
   FROM sso_identities i
     JOIN organizations o ON ${ORGANIZATION.id} = ${SSO_IDENTITY.organizationId} AND ${ORGANIZATION.deletedAt} IS NULL
   WHERE ${SSO_IDENTITY.userId} = $1 ORDER BY ${SSO_IDENTITY.createdAt}, ${SSO_IDENTITY.id}`,
);
const UNLINK = named<{ organizationId: string }>(
  `DELETE FROM sso_identities WHERE ${BARE_SSO_IDENTITY.userId} = $1 AND ${BARE_SSO_IDENTITY.id} = $2
   RETURNING ${BARE_SSO_IDENTITY.organizationId} AS "organizationId"`,
);

/** All queries of single sign-on. */
@Injectable()
export class SingleSignOnRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The connection of the organization in scope; null without one. */
  find(): Promise<ConnectionRow | null> {
    return this.database.row(FIND);
  }

  async lock(): Promise<ConnectionRow | null> {
    await this.unitOfWork.write(LOCK);
    return this.find();
  }

  async insert(row: Omit<SsoConnection, 'organizationId'>): Promise<void> {
    await this.unitOfWork.insert(SsoConnection, { organizationId: currentOrganizationId(), ...row });
  }

  async update(changes: Partial<SsoConnection>): Promise<void> {
    await this.unitOfWork.update(SsoConnection, { organizationId: currentOrganizationId() }, changes);
  }

  /** Says whether there was one. */
  async delete(): Promise<boolean> {
    return this.unitOfWork.delete(SsoConnection, { organizationId: currentOrganizationId() });
  }

  domains(): Promise<DomainRow[]> {
    return this.database.rows(DOMAINS);
  }

  async domain(id: string): Promise<DomainRow | null> {
    return isId(id) ? this.database.row(DOMAIN_BY_ID, id) : null;
  }

  async insertDomain(row: Omit<SsoDomain, 'organizationId'>): Promise<void> {
    await this.unitOfWork.insert(SsoDomain, { organizationId: currentOrganizationId(), ...row });
  }

  async updateDomain(id: string, changes: Partial<SsoDomain>): Promise<void> {
    await this.unitOfWork.update(SsoDomain, { organizationId: currentOrganizationId(), id }, changes);
  }

  async deleteDomain(id: string): Promise<void> {
    await this.unitOfWork.delete(SsoDomain, { organizationId: currentOrganizationId(), id });
  }

  /** A domain, locked until the unit of work ends; null when there is none. */
  async lockDomain(id: string): Promise<DomainRow | null> {
    await this.unitOfWork.write(LOCK_DOMAIN, id);
    return this.domain(id);
  }

  /**
   * Domains of all organizations that DNS proves, the one first that was not looked up for longest.
   *
   * @param before not looked up since then
   * @param missingBefore likewise, of those whose record was not there
   */
  dueDomains(before: Date, missingBefore: Date, limit: number): Promise<DueDomain[]> {
    return this.database.unscopedRows(DUE_DOMAINS, before, missingBefore, limit);
  }

  /**
   * Forgets whom an organization's providers have signed in with an address of a domain, inside the caller's unscoped unit
   * of work.
   *
   * @returns the users
   */
  async forgetPeopleOf(organizationId: string, domain: string): Promise<string[]> {
    const { rows } = await this.unitOfWork.writeUnscoped<{ userId: string }>(FORGET_PEOPLE_OF, organizationId, domain);
    return [...new Set(rows.map(({ userId }) => userId))];
  }

  /** Whether anybody has signed in by a provider to the organization in scope. */
  async hasIdentities(issuer: string): Promise<boolean> {
    return (await this.database.only(COUNT_IDENTITIES, issuer)).any;
  }

  async namesRole(role: string): Promise<boolean> {
    return (await this.database.only(ROLE_IS_NAMED, role)).any;
  }

  async renameRole(from: string, to: string, at: Date): Promise<void> {
    await this.unitOfWork.write(RENAME_ROLE, from, to, at);
  }

  /** The connection that signs in the addresses of a domain; null without one. */
  forDomain(domain: string): Promise<ConnectionRow | null> {
    return this.database.unscopedRow(FOR_DOMAIN, domain);
  }

  ofOrganization(organizationId: string): Promise<ConnectionRow | null> {
    return this.database.unscopedRow(OF_ORGANIZATION, organizationId);
  }

  async isRequired(organizationId: string): Promise<boolean> {
    return (await this.database.unscopedRow(IS_REQUIRED, organizationId))?.required ?? false;
  }

  async isProven(organizationId: string, domain: string): Promise<boolean> {
    return (await this.database.unscopedRow(IS_PROVEN, organizationId, domain)) !== null;
  }

  async userOf(organizationId: string, issuer: string, subject: string): Promise<string | null> {
    return (await this.database.unscopedRow(FIND_IDENTITY, organizationId, issuer, subject))?.userId ?? null;
  }

  /** Forgets who a user is to the provider of the organization in scope; says how many links there were. */
  async forgetIdentities(userId: string): Promise<number> {
    return (await this.unitOfWork.write(FORGET_IDENTITIES, userId)).rowCount ?? 0;
  }

  /**
   * Locks what a sign-in rests on, inside the caller's unscoped unit of work.
   *
   * @returns whether the organization has the provider and has proven the domain
   */
  async lockSignIn(organizationId: string, issuer: string, domain: string): Promise<boolean> {
    const { rowCount } = await this.unitOfWork.writeUnscoped(LOCK_SIGN_IN, organizationId, issuer, domain);
    return rowCount === 1;
  }

  /** Inside the caller's unscoped unit of work; false when the person is known already. */
  async remember({ id, organizationId, issuer, subject, userId, createdAt }: SsoIdentity): Promise<boolean> {
    const values = [id, organizationId, issuer, subject, userId, createdAt];
    return ((await this.unitOfWork.writeUnscoped(REMEMBER, ...values)).rowCount ?? 0) > 0;
  }

  /** The providers that a user is connected to, oldest first. */
  links(userId: string): Promise<ProviderLink[]> {
    return this.database.unscopedRows(LINKS, userId);
  }

  /** Ends a user's connection inside the caller's unscoped unit of work. @returns its organization; null without one */
  async unlink(userId: string, id: string): Promise<string | null> {
    if (!isId(id)) return null;
    return (await this.unitOfWork.writeUnscoped(UNLINK, userId, id)).rows[0]?.organizationId ?? null;
  }
}
