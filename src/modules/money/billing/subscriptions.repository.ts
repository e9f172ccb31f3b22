import { Injectable } from '@nestjs/common';
import { NIL_ID } from '../../../kernel/ids';
import { found } from '../../../kernel/problems';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { ScopedStatement, UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, select } from '../../../platform/database/table';
import { Organization } from '../../people/organizations/organization.entity';
import { BillingAccount } from './billing-account.entity';
import type { BillingRow, SubscriptionRow } from './billing.dto';
import { Invoice } from './invoice.entity';
import { Subscription } from './subscription.entity';

const ORGANIZATION = columnsOf(Organization, 'o');
const INVOICE = columnsOf(Invoice, 'i');
const SUBSCRIPTION = columnsOf(Subscription, 's');

const FIND_COLUMNS = select(
  Subscription,
  's',
  'id',
  'planId',
  'interval',
  'anchor',
  'periodNumber',
  'currentPeriodStart',
  'currentPeriodEnd',
  'cancelAtPeriodEnd',
  'endedAt',
  'coupon',
  'updatedAt',
).columns;
/** The current subscription, else the one that ended last. */
const FIND = new ScopedStatement(
  `SELECT ${ORGANIZATION.id} AS "organizationId", ${ORGANIZATION.createdAt} AS "organizationCreatedAt",
     ${ORGANIZATION.planId} AS "organizationPlanId",
     EXISTS (SELECT FROM invoices i WHERE ${INVOICE.organizationId} = $1 AND ${INVOICE.status} = 'open') AS owing, s.*
   FROM organizations o LEFT JOIN LATERAL (
     SELECT ${FIND_COLUMNS}
     FROM subscriptions s WHERE ${SUBSCRIPTION.organizationId} = $1
     ORDER BY ${SUBSCRIPTION.endedAt} DESC NULLS FIRST, ${SUBSCRIPTION.id} DESC LIMIT 1) AS s ON true
   WHERE ${ORGANIZATION.id} = $1 AND ${ORGANIZATION.deletedAt} IS NULL`,
);

const BILLING_ACCOUNT = columnsOf(BillingAccount);
const ENSURE_ACCOUNT = new ScopedStatement(
  `INSERT INTO billing_accounts (${BILLING_ACCOUNT.organizationId}, ${BILLING_ACCOUNT.lastInvoiceNumber}) VALUES ($1, 0)
   ON CONFLICT (${BILLING_ACCOUNT.organizationId}) DO NOTHING`,
);
const LOCK_ACCOUNT = new ScopedStatement(
  `SELECT ${BILLING_ACCOUNT.organizationId} FROM billing_accounts WHERE ${BILLING_ACCOUNT.organizationId} = $1
   FOR UPDATE`,
);
const LOCK_FREE_ACCOUNT = new ScopedStatement(
  `SELECT ${BILLING_ACCOUNT.organizationId} FROM billing_accounts WHERE ${BILLING_ACCOUNT.organizationId} = $1
   FOR UPDATE SKIP LOCKED`,
);

/** Few enough that the last row is still up to date when it is processed. */
const BATCH_SIZE = 100;

const DUE = new UnscopedStatement(
  'subscriptions of all organizations are renewed',
  `SELECT ${select(Subscription, 's', 'organizationId', 'id').columns}, ${SUBSCRIPTION.currentPeriodEnd} AS "dueAt"
   FROM subscriptions s JOIN organizations o ON ${ORGANIZATION.id} = ${SUBSCRIPTION.organizationId}
     AND ${ORGANIZATION.deletedAt} IS NULL
   WHERE ${SUBSCRIPTION.endedAt} IS NULL AND ${SUBSCRIPTION.currentPeriodEnd} <= $1
     AND (${SUBSCRIPTION.currentPeriodEnd}, ${SUBSCRIPTION.id}) > ($2, $3)
   ORDER BY ${SUBSCRIPTION.currentPeriodEnd}, ${SUBSCRIPTION.id} LIMIT ${BATCH_SIZE}`,
);

/** A subscription whose period is over. */
export interface DueSubscription {
  organizationId: string;
  id: string;
  dueAt: string;
}

/** All queries of subscriptions, and the lock under which an organization's billing changes. */
@Injectable()
export class SubscriptionsRepository extends ScopedRepository<Subscription> {
  constructor() {
    super(Subscription);
  }

  /**
   * What the organization in scope is subscribed to.
   *
   * @throws NotFound when it is deleted
   */
  async billing(): Promise<BillingRow> {
    const row = found(
      await this.database.row<Omit<BillingRow, 'subscription'> & (SubscriptionRow | { id: null })>(FIND),
    );
    const { organizationId, organizationCreatedAt, organizationPlanId, owing, ...subscription } = row;
    return {
      organizationId,
      organizationCreatedAt,
      organizationPlanId,
      owing,
      subscription: subscription.id === null ? null : (subscription as SubscriptionRow),
    };
  }
  /**
   * Locks the billing of the organization in scope until the unit of work ends: changes come one after the other,
   * and so do numbers of invoices.
   */
  async lockBilling(): Promise<void> {
    await this.unitOfWork.write(ENSURE_ACCOUNT);
    await this.unitOfWork.write(LOCK_ACCOUNT);
  }

  /**
   * Like {@link lockBilling}, without waiting, for an organization that has billing. @returns whether it got the lock
   */
  async tryLockBilling(): Promise<boolean> {
    return (await this.unitOfWork.write(LOCK_FREE_ACCOUNT)).rows.length > 0;
  }

  /**
   * Some subscriptions of any organizations whose period is over, those that wait longest first.
   *
   * @param after the last one of those before, or null at the start
   */
  due(now: Date, after: DueSubscription | null): Promise<DueSubscription[]> {
    return this.database.unscopedRows<DueSubscription>(DUE, now, after?.dueAt ?? '-infinity', after?.id ?? NIL_ID);
  }
}
