import { Injectable } from '@nestjs/common';
import { emailKey } from '../../../kernel/email';
import { NIL_ID } from '../../../kernel/ids';
import { pagesOf } from '../../../platform/tenancy/pages-of';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import type { KnownGuest } from '../../planning/guests';
import { RecipientValues, STORED_VALUES, type StoredRecipient } from './recipient-values';
import { select, columnsOf } from '../../../platform/database/table';
import { NotificationRecipient } from './notification-recipient.entity';
import { Notification } from './notification.entity';
import { ScheduledRecipient } from './scheduled-recipient.entity';
import { NotificationSuppression } from './notification-suppression.entity';

const NOTIFICATION = columnsOf(Notification, 'n');
const SCHEDULED_RECIPIENT = columnsOf(ScheduledRecipient, 's');
const NOTIFICATION_RECIPIENT = columnsOf(NotificationRecipient, 'r');
const NOTIFICATION_SUPPRESSION = columnsOf(NotificationSuppression, 's');
const BARE_NOTIFICATION_RECIPIENT = columnsOf(NotificationRecipient);

const PAGE_SIZE = 250;

/** A record as the export shows it. */
interface ExportedRow {
  readonly id: string;
  readonly [field: string]: unknown;
}

type MessageRow = ExportedRow & StoredRecipient;

// By two indexes, which a condition with OR could not use.
const MESSAGES = new ScopedStatement<MessageRow>(
  `SELECT ${NOTIFICATION_RECIPIENT.id}, ${NOTIFICATION.id} AS "notificationId", ${NOTIFICATION.channel},
     ${STORED_VALUES}, ${select(Notification, 'n', 'subject', 'body', 'template', 'variables', 'sharedValues').columns},
     ${select(NotificationRecipient, 'r', 'status', 'error', 'detail', 'sentAt', 'createdAt').columns}
   FROM (
     SELECT * FROM notification_recipients
     WHERE ${BARE_NOTIFICATION_RECIPIENT.organizationId} = $1 AND ${BARE_NOTIFICATION_RECIPIENT.guestId} = $2
       AND ${BARE_NOTIFICATION_RECIPIENT.id} > $4
     UNION ALL
     SELECT * FROM notification_recipients
     WHERE ${BARE_NOTIFICATION_RECIPIENT.organizationId} = $1 AND ${BARE_NOTIFICATION_RECIPIENT.addressKey} = $3
       AND ${BARE_NOTIFICATION_RECIPIENT.guestId} IS NULL AND ${BARE_NOTIFICATION_RECIPIENT.id} > $4
     ORDER BY ${BARE_NOTIFICATION_RECIPIENT.id} LIMIT ${PAGE_SIZE}
   ) AS r JOIN notifications n ON ${NOTIFICATION.organizationId} = $1
     AND ${NOTIFICATION.id} = ${NOTIFICATION_RECIPIENT.notificationId} ORDER BY ${NOTIFICATION_RECIPIENT.id}`,
);
// Those of a whole event name nobody until they are sent.
const SCHEDULED = new ScopedStatement<MessageRow>(
  `SELECT ${SCHEDULED_RECIPIENT.id}, ${NOTIFICATION.id} AS "notificationId", ${NOTIFICATION.channel},
     ${select(ScheduledRecipient, 's', 'guestId', 'encryptedAddress').columns},
     NULL AS "encryptedValues",
       ${select(Notification, 'n', 'subject', 'body', 'template', 'variables', 'status', 'sendAt').columns},
       ${select(Notification, 'n', 'createdAt').columns}
   FROM scheduled_recipients s
     JOIN notifications n ON ${NOTIFICATION.organizationId} = $1
       AND ${NOTIFICATION.id} = ${SCHEDULED_RECIPIENT.notificationId}
   WHERE ${SCHEDULED_RECIPIENT.organizationId} = $1 AND ${SCHEDULED_RECIPIENT.id} > $4
     AND (${SCHEDULED_RECIPIENT.guestId} = $2 OR ${SCHEDULED_RECIPIENT.addressKey} = $3)
   ORDER BY ${SCHEDULED_RECIPIENT.id} LIMIT ${PAGE_SIZE}`,
);
const SUPPRESSION = new ScopedStatement<ExportedRow>(
  `SELECT ${select(NotificationSuppression, 's', 'id', 'address', 'createdAt').columns} FROM notification_suppressions s
   WHERE ${NOTIFICATION_SUPPRESSION.organizationId} = $1 AND ${NOTIFICATION_SUPPRESSION.addressKey} = $2`,
);

/** What was sent to a guest or will be, and whether they want no more of it, for the guest. */
@Injectable()
export class MessageExport {
  constructor(
    private readonly database: TenantDatabase,
    private readonly values: RecipientValues,
  ) {}

  suppressions({ email }: KnownGuest): AsyncIterable<readonly ExportedRow[]> {
    return pagesOf<ExportedRow>(PAGE_SIZE, async () =>
      email === null ? [] : this.database.rows(SUPPRESSION, emailKey(email)),
    );
  }

  async *messages({ id: guestId, email }: KnownGuest): AsyncGenerator<ExportedRow[], void, void> {
    const hash = await this.values.addressHashOf(email === null ? null : emailKey(email));
    for (const statement of [MESSAGES, SCHEDULED]) {
      const pages = pagesOf<MessageRow>(PAGE_SIZE, (last) =>
        this.database.rows(statement, guestId, hash, last?.id ?? NIL_ID),
      );
      for await (const rows of pages) yield (await this.values.openAll(rows)).map(shown);
    }
  }
}

function shown({
  guestId: _guestId,
  encryptedAddress: _address,
  encryptedValues: _values,
  ...row
}: MessageRow): ExportedRow {
  return row;
}
