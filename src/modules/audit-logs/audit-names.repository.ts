import { Injectable } from '@nestjs/common';
import { currentOrganizationId } from '../../platform/context/request-context';
import { ScopedStatement, UnscopedStatement } from '../../platform/tenancy/statement';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import { idsIn, type AuditLogRow } from './audit-logs.dto';

/** Records with a name of their own, and such that are known by the record that they refer to. */
const NAMES = new ScopedStatement<{ id: string; name: string | null }>(
  `SELECT id, name FROM tours WHERE organization_id = $1 AND id = ANY ($2) UNION ALL
   SELECT id, name FROM events WHERE organization_id = $1 AND id = ANY ($2) UNION ALL
   SELECT id, name FROM guests WHERE organization_id = $1 AND id = ANY ($2) UNION ALL
   SELECT id, name FROM vehicles WHERE organization_id = $1 AND id = ANY ($2) UNION ALL
   SELECT id, name FROM team_members WHERE organization_id = $1 AND id = ANY ($2) UNION ALL
   SELECT id, description AS name FROM expenses WHERE organization_id = $1 AND id = ANY ($2) UNION ALL
   SELECT id, name FROM roles WHERE organization_id = $1 AND id = ANY ($2) UNION ALL
   SELECT id, name FROM api_keys WHERE organization_id = $1 AND id = ANY ($2) UNION ALL
   SELECT id, url AS name FROM webhook_endpoints WHERE organization_id = $1 AND id = ANY ($2) UNION ALL
   SELECT id, email AS name FROM invitations WHERE organization_id = $1 AND id = ANY ($2) UNION ALL
   SELECT id, subject AS name FROM notifications WHERE organization_id = $1 AND id = ANY ($2) UNION ALL
   SELECT eg.id, g.name FROM event_guests eg JOIN guests g ON g.organization_id = $1 AND g.id = eg.guest_id
   WHERE eg.organization_id = $1 AND eg.id = ANY ($2) UNION ALL
   SELECT a.id, v.name FROM vehicle_assignments a JOIN vehicles v ON v.organization_id = $1 AND v.id = a.vehicle_id
   WHERE a.organization_id = $1 AND a.id = ANY ($2)`,
);

/** Members, by their membership and by their user, whose name is in a table that belongs to no organization. */
const MEMBER_NAMES = new UnscopedStatement<{ id: string; name: string | null }>(
  'members are users, who belong to no organization',
  `SELECT named.id, u.name FROM memberships m JOIN users u ON u.id = m.user_id
     CROSS JOIN LATERAL (VALUES (m.id), (m.user_id)) AS named (id)
   WHERE m.organization_id = $1 AND (m.id = ANY ($2) OR m.user_id = ANY ($2)) AND named.id = ANY ($2)`,
);

const ORGANIZATION_NAMES = new UnscopedStatement<{ id: string; name: string }>(
  'Super Admins read the audit log of the whole platform',
  'SELECT id, name FROM organizations WHERE id = ANY ($1)',
);

/** What records that the log speaks of are called now; a record of the log keeps no names but those that changed. */
@Injectable()
export class AuditNamesRepository {
  constructor(private readonly database: TenantDatabase) {}

  /** The names of the targets, and of what the changes refer to, by id; what is gone or has no name is missing. */
  async namesIn(records: readonly AuditLogRow[]): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(records.flatMap(idsIn))];
    if (ids.length === 0) return new Map();
    const [own, members] = await Promise.all([
      this.database.rows(NAMES, ids),
      this.database.unscopedRows(MEMBER_NAMES, currentOrganizationId(), ids),
    ]);
    const rows = [...own, ...members];
    return new Map(rows.filter((row): row is { id: string; name: string } => row.name !== null).map(pairOf));
  }

  /** The names of the organizations whose records these are, by id; what is purged is missing. */
  async organizationNamesIn(records: readonly AuditLogRow[]): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(records.map(({ organizationId }) => organizationId))];
    return new Map((await this.database.unscopedRows(ORGANIZATION_NAMES, ids)).map(pairOf));
  }
}

const pairOf = ({ id, name }: { id: string; name: string }) => [id, name] as const;
