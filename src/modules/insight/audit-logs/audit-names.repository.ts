import { Injectable } from '@nestjs/common';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { ScopedStatement, UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, tableOf } from '../../../platform/database/table';
import { type AnyKind, recordKinds } from '../../../platform/records/record-kind';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { idsIn, type AuditLogRow } from './audit-logs.dto';
import { User } from '../../people/users/user.entity';
import { Membership } from '../../people/members/membership.entity';
import { Plan } from '../../money/plans/plan.entity';
import { Organization } from '../../people/organizations/organization.entity';

const MEMBERSHIP = columnsOf(Membership, 'm');
const USER = columnsOf(User, 'u');
const PLAN = columnsOf(Plan);
const ORGANIZATION = columnsOf(Organization);

interface NameRow {
  id: string;
  name: string | null;
}

let names: ScopedStatement<NameRow> | undefined;

/** Records with a name of their own, and such that are known by the record that they refer to. */
function namesOfRecords(): ScopedStatement<NameRow> {
  return (names ??= new ScopedStatement(recordKinds().flatMap(nameSource).join(' UNION ALL ')));
}

function nameSource({ named }: AnyKind): string[] {
  if (named === null) return [];
  const { entity, property, of } = named;
  const own = `${tableOf(entity).name} r`;
  const known = `r.organization_id = $1 AND r.id = ANY ($2)`;
  const column = tableOf(entity).fields[property];
  if (of === undefined) return [`SELECT r.id, r.${column} AS name FROM ${own} WHERE ${known}`];
  if (of.named === null) throw new Error(`A ${of.type} has no name, so nothing can be known by it.`);
  const { entity: other, property: nameProperty } = of.named;
  return [
    `SELECT r.id, o.${tableOf(other).fields[nameProperty]} AS name FROM ${own}
     JOIN ${tableOf(other).name} o ON o.organization_id = $1 AND o.id = r.${column} WHERE ${known}`,
  ];
}

/** Members, by their membership and by their user, whose name is in a table that belongs to no organization. */
const MEMBER_NAMES = new UnscopedStatement<NameRow>(
  'members are users, who belong to no organization',
  `SELECT named.id, ${USER.name} FROM memberships m JOIN users u ON ${USER.id} = ${MEMBERSHIP.userId}
     CROSS JOIN LATERAL (VALUES (${MEMBERSHIP.id}), (${MEMBERSHIP.userId})) AS named (id)
   WHERE ${MEMBERSHIP.organizationId} = $1 AND (${MEMBERSHIP.id} = ANY ($2) OR ${MEMBERSHIP.userId} = ANY ($2))
     AND named.id = ANY ($2)`,
);

const PLAN_NAMES = new UnscopedStatement<NameRow>(
  'plans belong to the platform',
  `SELECT ${PLAN.id}, ${PLAN.name} FROM plans WHERE ${PLAN.id} = ANY ($1)`,
);

const ORGANIZATION_NAMES = new UnscopedStatement<{ id: string; name: string }>(
  'Super Admins read the audit log of the whole platform',
  `SELECT ${ORGANIZATION.id}, ${ORGANIZATION.name} FROM organizations WHERE ${ORGANIZATION.id} = ANY ($1)`,
);

/** What records that the log speaks of are called now; a record of the log keeps no names but those that changed. */
@Injectable()
export class AuditNamesRepository {
  constructor(private readonly database: TenantDatabase) {}

  /** The names of the targets, and of what the changes refer to, by id; what is gone or has no name is missing. */
  async namesIn(records: readonly AuditLogRow[]): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(records.flatMap(idsIn))];
    if (ids.length === 0) return new Map();
    const [own, members, plans] = await Promise.all([
      this.database.rows(namesOfRecords(), ids),
      this.database.unscopedRows(MEMBER_NAMES, currentOrganizationId(), ids),
      records.some(speaksOfPlans) ? this.database.unscopedRows(PLAN_NAMES, ids) : [],
    ]);
    const rows = [...own, ...members, ...plans];
    return new Map(rows.filter((row): row is { id: string; name: string } => row.name !== null).map(pairOf));
  }

  /** The names of the organizations whose records these are, by id; what is purged is missing. */
  async organizationNamesIn(records: readonly AuditLogRow[]): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(records.map(({ organizationId }) => organizationId))];
    return new Map((await this.database.unscopedRows(ORGANIZATION_NAMES, ids)).map(pairOf));
  }
}

const pairOf = ({ id, name }: { id: string; name: string }) => [id, name] as const;

/** Few records do: the others need no further statement. */
const speaksOfPlans = ({ targetType, changes }: AuditLogRow): boolean =>
  targetType === 'plan' || 'planId' in changes || 'plan' in changes || 'planIds' in changes;
