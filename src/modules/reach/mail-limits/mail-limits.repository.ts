import { Injectable } from '@nestjs/common';
import { ADMIN } from '../../../kernel/permissions';
import { onlyRow } from '../../../platform/database/only-row';
import { ScopedStatement, UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, tableOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { LimitFacts } from './applicable-limit';
import { MailDay } from './mail-day.entity';
import { Organization } from '../../people/organizations/organization.entity';
import { Invoice } from '../../money/billing/invoice.entity';
import { User } from '../../people/users/user.entity';
import { Membership } from '../../people/members/membership.entity';

const ORGANIZATION = columnsOf(Organization, 'o');
const MEMBERSHIP = columnsOf(Membership, 'm');
const INVOICE = columnsOf(Invoice, 'i');
const USER = columnsOf(User, 'u');

/** To how many recipients an organization has sent on a day. */
interface DayCount {
  organizationId: string;
  recipients: number;
}

const { fields: mailDay } = tableOf(MailDay);
// The row is locked until the unit of work ends, so that the next one counts on from what this one commits.
const ADD = new ScopedStatement<{ recipients: number; pausedAt: string | null }>(
  `INSERT INTO mail_days AS d (${mailDay.organizationId}, ${mailDay.day}, ${mailDay.recipients}) VALUES ($1, $2::date, $3)
   ON CONFLICT (${mailDay.organizationId}, ${mailDay.day}) DO UPDATE
     SET ${mailDay.recipients} = d.${mailDay.recipients} + $3
   RETURNING ${mailDay.recipients}, ${mailDay.pausedAt} AS "pausedAt"`,
);
const FACTS = new UnscopedStatement<LimitFacts>(
  'members are users, who belong to no organization',
  `SELECT ${ORGANIZATION.mailDailyLimit} AS own, ${ORGANIZATION.createdAt} AS "createdAt", EXISTS (
     SELECT FROM invoices i WHERE ${INVOICE.organizationId} = ${ORGANIZATION.id} AND ${INVOICE.status} = 'paid'
       AND ${INVOICE.total} > 0
   ) AS paid, EXISTS (
     SELECT FROM memberships m JOIN users u ON ${USER.id} = ${MEMBERSHIP.userId}
     WHERE ${MEMBERSHIP.organizationId} = ${ORGANIZATION.id} AND ${MEMBERSHIP.role} = '${ADMIN}'
       AND ${MEMBERSHIP.status} = 'active' AND ${USER.status} = 'active'
       AND ${USER.emailProvenAt} IS NOT NULL
   ) AS confirmed
   FROM organizations o WHERE ${ORGANIZATION.id} = $1`,
);
const MOST = new UnscopedStatement<DayCount>(
  'Super Admins look after all organizations',
  `SELECT ${mailDay.organizationId} AS "organizationId", ${mailDay.recipients} FROM mail_days
   WHERE ${mailDay.day} = $1::date
   ORDER BY ${mailDay.recipients} DESC, ${mailDay.organizationId} LIMIT $2`,
);

/** All queries of counts of e-mail. */
@Injectable()
export class MailLimitsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Adds recipients to the day of the organization in scope, in the open unit of work; gives the day with them. */
  async add(day: string, recipients: number): Promise<{ recipients: number; pausedAt: string | null }> {
    return onlyRow(await this.unitOfWork.write(ADD, day, recipients));
  }

  /** What decides the limit of an organization. */
  async factsOf(organizationId: string): Promise<LimitFacts> {
    return this.database.unscopedOnly(FACTS, organizationId);
  }

  /** The organizations that have sent to the most recipients on a day. */
  most(day: string, count: number): Promise<DayCount[]> {
    return this.database.unscopedRows(MOST, day, count);
  }
}
