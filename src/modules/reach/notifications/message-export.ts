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
// Those of a whole event name nobody until they are sent.
const SCHEDULED = new ScopedStatement<MessageRow>(
  `SELECT s.id, n.id AS "notificationId", n.channel, s.guest_id AS "guestId", s.encrypted_address AS "encryptedAddress",
     NULL AS "encryptedValues", n.subject, n.body, n.template, n.variables, n.status, n.send_at AS "sendAt",
     n.created_at AS "createdAt"
   FROM scheduled_recipients s JOIN notifications n ON n.organization_id = $1 AND n.id = s.notification_id
   WHERE s.organization_id = $1 AND s.id > $4 AND (s.guest_id = $2 OR s.address_key = $3)
   ORDER BY s.id LIMIT ${PAGE_SIZE}`,
);
const SUPPRESSION = new ScopedStatement<ExportedRow>(
  `SELECT s.id, s.address, s.created_at AS "createdAt" FROM notification_suppressions s
   WHERE s.organization_id = $1 AND s.address_key = $2`,
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
