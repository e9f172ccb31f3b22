import { Injectable, type OnModuleInit } from '@nestjs/common';
import { emailKey } from '../../kernel/email';
import { NIL_ID } from '../../kernel/ids';
import { pagesOf } from '../../platform/tenancy/pages-of';
import { ScopedStatement } from '../../platform/tenancy/statement';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import { GuestPersonalDataSources } from '../guests';

const PAGE_SIZE = 250;

/** A message to the guest, as the export shows it. */
interface MessageRow {
  readonly id: string;
  readonly [field: string]: unknown;
}

// By two indexes, which a condition with OR could not use.
const MESSAGES = new ScopedStatement<MessageRow>(
  `SELECT r.id, n.id AS "notificationId", n.channel, r.address, n.subject, n.body, n.template, n.variables,
     n.shared_values AS "sharedValues", r.own_values AS "ownValues", r.status, r.error, r.detail, r.sent_at AS "sentAt",
     r.created_at AS "createdAt"
   FROM (
     SELECT * FROM notification_recipients WHERE organization_id = $1 AND guest_id = $2 AND id > $4
     UNION ALL
     SELECT * FROM notification_recipients
     WHERE organization_id = $1 AND address_key = $3 AND guest_id IS NULL AND id > $4
     ORDER BY id LIMIT ${PAGE_SIZE}
   ) AS r JOIN notifications n ON n.organization_id = $1 AND n.id = r.notification_id ORDER BY r.id`,
);
const SUPPRESSION = new ScopedStatement<MessageRow>(
  `SELECT s.id, s.address, s.created_at AS "createdAt" FROM notification_suppressions s
   WHERE s.organization_id = $1 AND s.address_key = $2`,
);

/** What was sent to a guest, and whether they want no more of it, for the guest. */
@Injectable()
export class MessageExport implements OnModuleInit {
  constructor(
    private readonly database: TenantDatabase,
    private readonly sources: GuestPersonalDataSources,
  ) {}

  onModuleInit(): void {
    this.sources.register('messages', ({ id, email }) => {
      const key = email === null ? null : emailKey(email);
      return pagesOf<MessageRow>(PAGE_SIZE, (last) => this.database.rows(MESSAGES, id, key, last?.id ?? NIL_ID));
    });
    this.sources.register('suppressions', ({ email }) =>
      pagesOf<MessageRow>(PAGE_SIZE, async () =>
        email === null ? [] : this.database.rows(SUPPRESSION, emailKey(email)),
      ),
    );
  }
}
