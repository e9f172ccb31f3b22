import { Injectable } from '@nestjs/common';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { named } from '../../../platform/database/named';
import { ScopedStatement, UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnList, columnsOf, select, type RowOf, type Selection } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { OrganizationSettings } from './organization-settings.entity';
import { Membership } from '../members/membership.entity';
import { User } from '../users/user.entity';

const MEMBERSHIP = columnsOf(Membership, 'm');
const USER = columnsOf(User, 'u');
const ORGANIZATION_SETTINGS = columnsOf(OrganizationSettings, 's');
const BARE_ORGANIZATION_SETTINGS = columnsOf(OrganizationSettings);

const SETTINGS = select(
  OrganizationSettings,
  's',
  'locale',
  'expenseCategories',
  'senderName',
  'senderReplyTo',
  'requireSecondFactor',
  'guestDaysAfterLastEvent',
  'updatedAt',
);
const CATEGORIES = select(OrganizationSettings, 's', 'expenseCategories');
const LOCALE = select(OrganizationSettings, 's', 'locale');
const RETENTION = select(OrganizationSettings, 's', 'guestDaysAfterLastEvent');

const findOwn = <Row>({ columns, from, organization }: Selection<Row>) =>
  new ScopedStatement<Row>(`SELECT ${columns} FROM ${from} WHERE ${organization} = $1`);
const FIND = findOwn(SETTINGS);
const FIND_CATEGORIES = findOwn(CATEGORIES);
const FIND_LOCALE = findOwn(LOCALE);
const FIND_RETENTION = findOwn(RETENTION);

export const RETENTION_REASON = 'guests of all organizations are erased when they are due';
const WITH_RETENTION = new UnscopedStatement<{ organizationId: string }>(
  RETENTION_REASON,
  `SELECT ${BARE_ORGANIZATION_SETTINGS.organizationId} AS "organizationId" FROM organization_settings
   WHERE ${BARE_ORGANIZATION_SETTINGS.guestDaysAfterLastEvent} IS NOT NULL
     AND ${BARE_ORGANIZATION_SETTINGS.organizationId} > $1
     ORDER BY ${BARE_ORGANIZATION_SETTINGS.organizationId} LIMIT $2`,
);

// Of an organization without settings there is no row, but its language still decides.
const LOCALE_OF_USER = named<{ locale: string | null }>(`
  SELECT ${ORGANIZATION_SETTINGS.locale} FROM users u
    JOIN memberships m ON ${MEMBERSHIP.userId} = ${USER.id} AND ${MEMBERSHIP.status} = 'active'
    LEFT JOIN organization_settings s ON ${ORGANIZATION_SETTINGS.organizationId} = ${MEMBERSHIP.organizationId}
  WHERE ${USER.id} = $1
  ORDER BY (${MEMBERSHIP.organizationId} = ${USER.lastOrganizationId}) IS TRUE DESC, ${MEMBERSHIP.joinedAt},
    ${MEMBERSHIP.organizationId} LIMIT 1`);

const ENSURE = new ScopedStatement(
  `INSERT INTO organization_settings
     (${columnList(OrganizationSettings, 'organizationId', 'locale', 'expenseCategories', 'senderName')},
       ${columnList(OrganizationSettings, 'senderReplyTo', 'requireSecondFactor', 'guestDaysAfterLastEvent')},
       ${columnList(OrganizationSettings, 'updatedAt', 'createdAt')})
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   ON CONFLICT (${BARE_ORGANIZATION_SETTINGS.organizationId}) DO NOTHING`,
);
const START = named(
  `INSERT INTO organization_settings
     (${columnList(OrganizationSettings, 'organizationId', 'locale', 'expenseCategories', 'requireSecondFactor')},
       ${columnList(OrganizationSettings, 'updatedAt', 'createdAt')})
   VALUES ($1, $2, $3, false, $4, $4)`,
);
const LOCK = new ScopedStatement(
  `SELECT FROM organization_settings WHERE ${BARE_ORGANIZATION_SETTINGS.organizationId} = $1 FOR UPDATE`,
);

/** What an organization has set; its currency is the organization's own. */
export type SettingsColumns = Omit<RowOf<typeof SETTINGS>, 'updatedAt'>;

/** All queries of an organization's settings. */
@Injectable()
export class SettingsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Null as long as the organization has set nothing. */
  async findLocale(): Promise<string | null> {
    return (await this.database.row(FIND_LOCALE))?.locale ?? null;
  }

  /** Inside the caller's unscoped unit of work. Null for the default, and for a user in no organization. */
  async findLocaleOfUser(userId: string): Promise<string | null> {
    return (await this.unitOfWork.writeUnscoped(LOCALE_OF_USER, userId)).rows[0]?.locale ?? null;
  }

  /** Null as long as the organization has set nothing. */
  find(): Promise<RowOf<typeof SETTINGS> | null> {
    return this.database.row(FIND);
  }

  /** Null as long as the organization has set nothing. */
  async findCategories(): Promise<readonly string[] | null> {
    return (await this.database.row(FIND_CATEGORIES))?.expenseCategories ?? null;
  }

  /** After how many days guests are erased; null for never. */
  async findRetention(): Promise<number | null> {
    return (await this.database.row(FIND_RETENTION))?.guestDaysAfterLastEvent ?? null;
  }

  /** The next organizations that have guests erased, in the order of their ids. @param after the last id before */
  async listWithRetention(after: string, limit: number): Promise<string[]> {
    return (await this.database.unscopedRows(WITH_RETENTION, after, limit)).map(({ organizationId }) => organizationId);
  }

  /** Locks the organization's row until the unit of work ends. If there is none, it is made from `first`. */
  async lock(first: SettingsColumns, createdAt: string): Promise<void> {
    await this.unitOfWork.write(ENSURE, ...settingsValues(first), createdAt, createdAt);
    await this.unitOfWork.write(LOCK);
  }

  /** The first settings of a new organization, inside the caller's unscoped unit of work. */
  async start(organizationId: string, locale: string, categories: readonly string[], now: Date): Promise<void> {
    await this.unitOfWork.writeUnscoped(START, organizationId, locale, categories, now);
  }

  async update(columns: Partial<SettingsColumns>, updatedAt: Date): Promise<void> {
    const key = { organizationId: currentOrganizationId() };
    await this.unitOfWork.update(OrganizationSettings, key, { ...columns, updatedAt });
  }
}

function settingsValues(columns: SettingsColumns): unknown[] {
  const { locale, expenseCategories, senderName, senderReplyTo, requireSecondFactor } = columns;
  const { guestDaysAfterLastEvent } = columns;
  return [locale, expenseCategories, senderName, senderReplyTo, requireSecondFactor, guestDaysAfterLastEvent];
}
