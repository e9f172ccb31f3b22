import { Injectable } from '@nestjs/common';
import { NIL_ID } from '../../../kernel/ids';
import { AuditRecord } from '../../../platform/audit/audit-record.entity';
import { PersonalValues } from '../../../platform/audit/personal-values';
import { pagesOf } from '../../../platform/tenancy/pages-of';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, selectAll } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import type { KnownGuest } from '../../planning/guests';
import type { AuditLogRow } from './audit-logs.dto';

const AUDIT_RECORD = columnsOf(AuditRecord, 'r');

const PAGE_SIZE = 250;
const RECORD = selectAll(AuditRecord, 'r');

const page = (condition: string) =>
  new ScopedStatement<AuditLogRow>(
    `SELECT ${RECORD.columns} FROM ${RECORD.from} WHERE ${AUDIT_RECORD.organizationId} = $1 AND ${condition}
       AND (${AUDIT_RECORD.occurredAt}, ${AUDIT_RECORD.id}) > ($3::timestamptz, $4::uuid)
     ORDER BY ${AUDIT_RECORD.occurredAt}, ${AUDIT_RECORD.id} LIMIT ${PAGE_SIZE}`,
  );
const ABOUT_GUEST = page(`${AUDIT_RECORD.targetId} = $2::text`);
/** Records of something else, such as an event guest, with values of the guest. */
const NAMING_GUEST = page(
  `${AUDIT_RECORD.personalOf} = $2::uuid AND ${AUDIT_RECORD.personalOf}::text <> ${AUDIT_RECORD.targetId}`,
);

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
