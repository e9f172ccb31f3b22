import { Injectable } from '@nestjs/common';
import { isId } from '../../kernel/ids';
import type { ListFilter, ListShape } from '../../platform/tenancy/list-statements';
import { ScopedStatement } from '../../platform/tenancy/statement';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import type { Channel, NotificationsQuery, NotificationView } from './notifications.dto';

// "total" is renamed: in a list's rows that name belongs to the number of all records.
const COLUMNS = `n.id, n.channel, n.status, n.total AS recipients, n.sent, n.failed, n.event_id AS "eventId", n.rsvp, n.subject, n.body,
  n.template, n.language, n.variables, n.created_by AS "createdBy", n.created_at AS "createdAt",
  n.updated_at AS "updatedAt"`;

const FIND = new ScopedStatement(`SELECT ${COLUMNS} FROM notifications n WHERE n.organization_id = $1 AND n.id = $2`);

const LIST: ListShape = {
  columns: COLUMNS,
  from: 'notifications n',
  organization: 'n.organization_id',
  id: 'n.id',
  sorts: { createdAt: 'n.created_at' },
};

const INSERT = new ScopedStatement(
  `INSERT INTO notifications (organization_id, id, channel, status, event_id, rsvp, subject, body, template, language,
     variables, sender_name, reply_to, shared_values, total, sent, failed, created_by, created_at, updated_at)
   VALUES ($1, $2, $3, 'queued', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 0, 0, 0, $14, $15, $15)`,
);

// Unreachable recipients have failed already. If there are no others, the notification is finished at once.
const COUNT = new ScopedStatement(
  `UPDATE notifications SET total = $3, failed = $4,
     status = CASE WHEN $4::int < $3::int THEN 'queued' WHEN $3::int = 0 THEN 'sent' ELSE 'failed' END
   WHERE organization_id = $1 AND id = $2`,
);

type NotificationRow = Omit<NotificationView, 'total'> & { recipients: number };

/** A notification to be inserted. */
export interface NewNotification {
  readonly id: string;
  readonly channel: Channel;
  readonly eventId: string | null;
  readonly rsvp: string | null;
  readonly subject: string | null;
  readonly body: string | null;
  readonly template: string | null;
  readonly language: string | null;
  readonly variables: Readonly<Record<string, string>> | null;
  readonly senderName: string;
  readonly replyTo: string | null;
  readonly sharedValues: Readonly<Record<string, string>>;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** The notifications of the organization in scope. */
@Injectable()
export class NotificationsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async find(id: string): Promise<NotificationView | null> {
    const row = isId(id) ? await this.database.row<NotificationRow>(FIND, id) : null;
    return row && toView(row);
  }

  /** One page, newest first. */
  async list(query: NotificationsQuery): Promise<{ views: NotificationView[]; total: number }> {
    const filters: ListFilter[] = [];
    if (query.channel) filters.push({ sql: 'n.channel = ?', values: [query.channel] });
    if (query.status) filters.push({ sql: 'n.status = ?', values: [query.status] });
    const order = { by: 'createdAt', direction: 'desc' } as const;
    const { rows, total } = await this.database.list<NotificationRow>(LIST, filters, order, query);
    return { views: rows.map(toView), total };
  }

  async insert(row: NewNotification): Promise<void> {
    const values = [
      row.id,
      row.channel,
      row.eventId,
      row.rsvp,
      row.subject,
      row.body,
      row.template,
      row.language,
      row.variables && JSON.stringify(row.variables),
      row.senderName,
      row.replyTo,
      JSON.stringify(row.sharedValues),
      row.createdBy,
      row.createdAt,
    ];
    await this.unitOfWork.write(INSERT, ...values);
  }

  /** Records how many recipients there are, and how many of them can't be reached at all. */
  async count(id: string, { total, failed }: { total: number; failed: number }): Promise<void> {
    await this.unitOfWork.write(COUNT, id, total, failed);
  }
}

function toView({ id, channel, status, recipients, ...others }: NotificationRow): NotificationView {
  return { id, channel, status, total: recipients, ...others };
}
