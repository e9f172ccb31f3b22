import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { isOneOf, type ListFilter } from '../../../platform/tenancy/list-statements';
import { findById, ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, select, type RowOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { UserNames } from '../../people/users';
import { sharedText } from './message-variables';
import { EVENT_NAMES, eventIdsIn, showEventNames } from './event-names';
import { Notification } from './notification.entity';
import type { NotificationsQuery, NotificationView } from './notifications.dto';

const BARE_NOTIFICATION = columnsOf(Notification);
const NOTIFICATION_COLUMN = columnsOf(Notification, 'n');

// "total" is renamed: in a list's rows that name belongs to the number of all records.
export const NOTIFICATION = select(Notification, 'n', 'id', 'channel', 'status')
  .and<{ recipients: number }>(`${NOTIFICATION_COLUMN.total} AS recipients`)
  .and(select(Notification, 'n', 'sent', 'failed', 'eventId'))
  // Read afterwards, see event-names.ts.
  .and<{ eventName: string | null }>('NULL::text AS "eventName"')
  .and(select(Notification, 'n', 'rsvp', 'subject', 'body', 'template', 'language', 'variables'))
  .and(
    select(
      Notification,
      'n',
      'sharedValues',
      'sendAt',
      'failureReason',
      'ruleId',
      'createdBy',
      'createdAt',
      'updatedAt',
    ),
  )
  .joined('notifications n');

const FIND = findById(NOTIFICATION);
const LIST = {
  ...NOTIFICATION,
  sorts: { createdAt: NOTIFICATION_COLUMN.createdAt },
};

// Unreachable recipients have failed already. If there are no others, the notification is finished at once.
const COUNT = new ScopedStatement(
  `UPDATE notifications SET ${BARE_NOTIFICATION.total} = $3, ${BARE_NOTIFICATION.failed} = $4,
     ${BARE_NOTIFICATION.status} = CASE WHEN $4::int < $3::int THEN 'queued' WHEN $3::int = 0 THEN 'sent' ELSE 'failed'
     END
   WHERE ${BARE_NOTIFICATION.organizationId} = $1 AND ${BARE_NOTIFICATION.id} = $2`,
);

export type NotificationRow = RowOf<typeof NOTIFICATION>;

/** A notification to be inserted. */
export type NewNotification = Omit<
  Notification,
  'organizationId' | 'status' | 'total' | 'sent' | 'failed' | 'failureReason' | 'updatedAt'
>;

/** The notifications of the organization in scope. */
@Injectable()
export class NotificationsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    private readonly userNames: UserNames,
  ) {}

  async find(id: string): Promise<NotificationView | null> {
    const row = isId(id) ? await this.database.row(FIND, id) : null;
    if (row === null) return null;
    await this.nameEvents([row]);
    return this.userNames.withCreatorName(toRecord(row));
  }

  /** One page, newest first. */
  async list(query: NotificationsQuery): Promise<{ views: NotificationView[]; total: number }> {
    const filters: ListFilter[] = [];
    if (query.eventId !== undefined)
      filters.push({ sql: `${NOTIFICATION_COLUMN.eventId} = ?`, values: [query.eventId] });
    if (query.channel) filters.push(isOneOf(NOTIFICATION_COLUMN.channel, query.channel));
    if (query.status) filters.push(isOneOf(NOTIFICATION_COLUMN.status, query.status));
    const order = { by: 'createdAt', direction: 'desc' } as const;
    const { rows, total } = await this.database.list(LIST, filters, order, query);
    await this.nameEvents(rows);
    return { views: await this.userNames.withCreatorNames(rows.map(toRecord)), total };
  }

  private async nameEvents(rows: readonly NotificationRow[]): Promise<void> {
    const ids = eventIdsIn(rows);
    if (ids.length > 0) showEventNames(rows, await this.database.rows(EVENT_NAMES, ids));
  }

  /** @param status that it begins with */
  async insert(row: NewNotification, status: 'queued' | 'scheduled' = 'queued'): Promise<void> {
    const begun = { status, total: 0, sent: 0, failed: 0, failureReason: null, updatedAt: row.createdAt };
    await this.unitOfWork.insert(Notification, { ...row, ...begun, organizationId: currentOrganizationId() });
  }

  /** Records how many recipients there are, and how many of them can't be reached at all. */
  async count(id: string, { total, failed }: { total: number; failed: number }): Promise<void> {
    await this.unitOfWork.write(COUNT, id, total, failed);
  }
}

export function toRecord<Row extends NotificationRow>({
  id,
  channel,
  status,
  recipients,
  sharedValues,
  ...others
}: Row) {
  const sentSubject = others.subject === null ? null : sharedText(others.subject, sharedValues);
  return { id, channel, status, total: recipients, ...others, sentSubject };
}
