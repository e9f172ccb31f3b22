import { Injectable } from '@nestjs/common';
import { emailKey } from '../../../kernel/email';
import { NIL_ID } from '../../../kernel/ids';
import { pagesOf } from '../../../platform/tenancy/pages-of';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import type { KnownGuest } from '../../planning/guests';
import { RecipientValues, STORED_VALUES, type StoredRecipient } from './recipient-values';

const PAGE_SIZE = 250;

/** A record as the export shows it. */
interface ExportedRow {
  readonly id: string;
  readonly [field: string]: unknown;
}

type MessageRow = ExportedRow & StoredRecipient;

// By two indexes, which a condition with OR could not use.
const MESSAGES = new ScopedStatement<MessageRow>(
  `SELECT r.id, n.id AS "notificationId", n.channel, ${STORED_VALUES}, n.subject, n.body, n.template, n.variables,
     n.shared_values AS "sharedValues", r.status, r.error, r.detail, r.sent_at AS "sentAt",
     r.created_at AS "createdAt"
   FROM (
     SELECT * FROM notification_recipients WHERE organization_id = $1 AND guest_id = $2 AND id > $4
     UNION ALL
     SELECT * FROM notification_recipients
     WHERE organization_id = $1 AND address_key = $3 AND guest_id IS NULL AND id > $4
     ORDER BY id LIMIT ${PAGE_SIZE}
   ) AS r JOIN notifications n ON n.organization_id = $1 AND n.id = r.notification_id ORDER BY r.id`,
);
const SUPPRESSION = new ScopedStatement<ExportedRow>(
  `SELECT s.id, s.address, s.created_at AS "createdAt" FROM notification_suppressions s
   WHERE s.organization_id = $1 AND s.address_key = $2`,
);

/** What was sent to a guest, and whether they want no more of it, for the guest. */
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
    const pages = pagesOf<MessageRow>(PAGE_SIZE, (last) =>
      this.database.rows(MESSAGES, guestId, hash, last?.id ?? NIL_ID),
    );
    for await (const rows of pages) yield (await this.values.openAll(rows)).map(shown);
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
