import { Injectable } from '@nestjs/common';
import { currentOrganizationId } from '../../platform/context/request-context';
import { ScopedStatement } from '../../platform/tenancy/statement';
import { select, type RowOf, type Selection } from '../../platform/tenancy/table';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { OrganizationSettings } from './organization-settings.entity';

const SETTINGS = select(
  OrganizationSettings,
  's',
  'locale',
  'expenseCategories',
  'senderName',
  'senderReplyTo',
  'updatedAt',
);
const CATEGORIES = select(OrganizationSettings, 's', 'expenseCategories');

const findOwn = <Row>({ columns, from, organization }: Selection<Row>) =>
  new ScopedStatement<Row>(`SELECT ${columns} FROM ${from} WHERE ${organization} = $1`);
const FIND = findOwn(SETTINGS);
const FIND_CATEGORIES = findOwn(CATEGORIES);

const ENSURE = new ScopedStatement(
  `INSERT INTO organization_settings
     (organization_id, locale, expense_categories, sender_name, sender_reply_to, updated_at, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (organization_id) DO NOTHING`,
);
const LOCK = new ScopedStatement('SELECT FROM organization_settings WHERE organization_id = $1 FOR UPDATE');

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
  find(): Promise<RowOf<typeof SETTINGS> | null> {
    return this.database.row(FIND);
  }

  /** Null as long as the organization has set nothing. */
  async findCategories(): Promise<readonly string[] | null> {
    return (await this.database.row(FIND_CATEGORIES))?.expenseCategories ?? null;
  }

  /** Locks the organization's row until the unit of work ends. If there is none, it is made from `first`. */
  async lock(first: SettingsColumns, createdAt: string): Promise<void> {
    await this.unitOfWork.write(ENSURE, ...valuesOf(first), createdAt, createdAt);
    await this.unitOfWork.write(LOCK);
  }

  async update(columns: SettingsColumns, updatedAt: Date): Promise<void> {
    const key = { organizationId: currentOrganizationId() };
    await this.unitOfWork.update(OrganizationSettings, key, { ...columns, updatedAt });
  }
}

function valuesOf({ locale, expenseCategories, senderName, senderReplyTo }: SettingsColumns): unknown[] {
  return [locale, expenseCategories, senderName, senderReplyTo];
}
