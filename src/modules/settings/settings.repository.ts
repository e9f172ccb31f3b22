import { Injectable } from '@nestjs/common';
import { ScopedStatement } from '../../platform/tenancy/statement';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';

const FIND = new ScopedStatement(
  `SELECT s.locale, s.expense_categories AS "expenseCategories", s.sender_name AS "senderName",
     s.sender_reply_to AS "senderReplyTo", s.updated_at AS "updatedAt"
   FROM organization_settings s WHERE s.organization_id = $1`,
);

const FIND_CATEGORIES = new ScopedStatement(
  'SELECT s.expense_categories AS categories FROM organization_settings s WHERE s.organization_id = $1',
);

const ENSURE = new ScopedStatement(
  `INSERT INTO organization_settings
     (organization_id, locale, expense_categories, sender_name, sender_reply_to, updated_at, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (organization_id) DO NOTHING`,
);
const LOCK = new ScopedStatement('SELECT FROM organization_settings WHERE organization_id = $1 FOR UPDATE');
const UPDATE = new ScopedStatement(
  `UPDATE organization_settings SET locale = $2, expense_categories = $3, sender_name = $4, sender_reply_to = $5,
     updated_at = $6 WHERE organization_id = $1`,
);

/** What an organization has set; its currency is the organization's own. */
export interface SettingsColumns {
  locale: string;
  expenseCategories: readonly string[];
  senderName: string | null;
  senderReplyTo: string | null;
}

/** What an organization has set, and when it last did. */
interface SettingsRow extends SettingsColumns {
  updatedAt: string;
}

/** All queries of an organization's settings. */
@Injectable()
export class SettingsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Null as long as the organization has set nothing. */
  find(): Promise<SettingsRow | null> {
    return this.database.row<SettingsRow>(FIND);
  }

  /** Null as long as the organization has set nothing. */
  async findCategories(): Promise<readonly string[] | null> {
    return (await this.database.row<{ categories: string[] }>(FIND_CATEGORIES))?.categories ?? null;
  }

  /** Locks the organization's row until the unit of work ends. If there is none, it is made from `first`. */
  async lock(first: SettingsColumns, createdAt: string): Promise<void> {
    await this.unitOfWork.write(ENSURE, ...valuesOf(first), createdAt, createdAt);
    await this.unitOfWork.write(LOCK);
  }

  async update(columns: SettingsColumns, updatedAt: Date): Promise<void> {
    await this.unitOfWork.write(UPDATE, ...valuesOf(columns), updatedAt);
  }
}

function valuesOf({ locale, expenseCategories, senderName, senderReplyTo }: SettingsColumns): unknown[] {
  return [locale, expenseCategories, senderName, senderReplyTo];
}
