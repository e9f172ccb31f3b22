import { Injectable } from '@nestjs/common';
import { NIL_ID } from '../../../kernel/ids';
import { AuditRecord } from '../../../platform/audit/audit-record.entity';
import { PersonalValues } from '../../../platform/audit/personal-values';
import { pagesOf } from '../../../platform/tenancy/pages-of';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { selectAll } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import type { KnownGuest } from '../../planning/guests';
import type { AuditLogRow } from './audit-logs.dto';

const PAGE_SIZE = 250;
const RECORD = selectAll(AuditRecord, 'r');

const page = (condition: string) =>
  new ScopedStatement<AuditLogRow>(
    `SELECT ${RECORD.columns} FROM ${RECORD.from} WHERE r.organization_id = $1 AND ${condition}
       AND (r.occurred_at, r.id) > ($3::timestamptz, $4::uuid)
     ORDER BY r.occurred_at, r.id LIMIT ${PAGE_SIZE}`,
  );
const ABOUT_GUEST = page('r.target_id = $2::text');
/** Records of something else, such as an event guest, with values of the guest. */
const NAMING_GUEST = page('r.personal_of = $2::uuid AND r.personal_of::text <> r.target_id');

/** What the audit log says of a guest, for the guest: who changed what, but not from where. */
@Injectable()
export class GuestHistoryExport {
  constructor(
    private readonly database: TenantDatabase,
    private readonly values: PersonalValues,
  ) {}

  async *read({ id: guestId }: KnownGuest): AsyncGenerator<object[]> {
    for (const statement of [ABOUT_GUEST, NAMING_GUEST]) {
      const pages = pagesOf<AuditLogRow>(PAGE_SIZE, (last) =>
        this.database.rows(statement, guestId, last?.occurredAt ?? '-infinity', last?.id ?? NIL_ID),
      );
      for await (const rows of pages) {
        await this.values.open(rows);
        yield rows.map(recordOf);
      }
    }
  }
}

function recordOf({ id, action, occurredAt, targetType, targetId, changes, ...row }: AuditLogRow): object {
  const actor = { type: row.actorType, id: row.actorId, name: row.actorName };
  return { id, action, occurredAt, actor, target: { type: targetType, id: targetId }, changes };
}
