import { Injectable } from '@nestjs/common';
import { PersonalValues } from '../../../platform/audit/personal-values';
import { ScopedStatement, UnscopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { select, columnsOf } from '../../../platform/database/table';
import { AuditSeal } from '../../../platform/audit/audit-seal.entity';
import { AuditRecord } from '../../../platform/audit/audit-record.entity';

const AUDIT_RECORD = columnsOf(AuditRecord, 'r');
const AUDIT_SEAL = columnsOf(AuditSeal);
const BARE_AUDIT_RECORD = columnsOf(AuditRecord);

/** The position of a record in the chain of the organization. */
export interface SealRow {
  position: string;
  hash: Buffer;
}

/** A sealed audit record; its own columns are null when it is older than the changes that are shown. */
export interface ChangeRow extends SealRow {
  sealedAt: string;
  id: string | null;
  action: string;
  occurredAt: string;
  actorType: 'user' | 'apiKey' | 'accessLink' | 'system';
  actorId: string | null;
  actorName: string | null;
  targetType: string;
  targetId: string;
  targetExternalId: string | null;
  /** Whose it is, where it is a person's. */
  personalOf: string | null;
  eventId: string | null;
  tourId: string | null;
  /** The names of the fields. */
  changed: string[];
}

const NEWEST = new ScopedStatement<SealRow>(
  `SELECT ${AUDIT_SEAL.position}, ${AUDIT_SEAL.hash} FROM audit_seals WHERE ${AUDIT_SEAL.organizationId} = $1
   ORDER BY ${AUDIT_SEAL.position} DESC LIMIT 1`,
);
const AT = new ScopedStatement<SealRow>(
  `SELECT ${AUDIT_SEAL.position}, ${AUDIT_SEAL.hash} FROM audit_seals
   WHERE ${AUDIT_SEAL.organizationId} = $1 AND ${AUDIT_SEAL.position} = $2`,
);
// OFFSET 0 makes PostgreSQL look each record up by its id. The time keeps it out of the partitions of other years.
const AFTER = new ScopedStatement<ChangeRow>(
  `SELECT s.position, s.hash, s.sealed_at AS "sealedAt",
     ${select(AuditRecord, 'r', 'id', 'action', 'occurredAt', 'actorType', 'actorId', 'actorName').columns},
     ${select(AuditRecord, 'r', 'targetType', 'targetId', 'targetExternalId', 'personalOf').columns},
     r.event_id AS "eventId", r.tour_id AS "tourId",
     ARRAY(SELECT json_object_keys(${AUDIT_RECORD.changes})) AS changed
   FROM (
     SELECT ${AUDIT_SEAL.position}, ${AUDIT_SEAL.auditRecordId}, ${AUDIT_SEAL.hash}, ${AUDIT_SEAL.sealedAt}
     FROM audit_seals WHERE ${AUDIT_SEAL.organizationId} = $1 AND ${AUDIT_SEAL.position} > $2
     ORDER BY ${AUDIT_SEAL.position} LIMIT $3
   ) AS s LEFT JOIN LATERAL (
     SELECT * FROM audit_records
     WHERE ${BARE_AUDIT_RECORD.organizationId} = $1 AND ${BARE_AUDIT_RECORD.id} = s.audit_record_id
       AND ${BARE_AUDIT_RECORD.occurredAt} >= $4 OFFSET 0
   ) AS r ON true
   ORDER BY s.position`,
);
const NEWEST_OF_ALL = new UnscopedStatement<{ id: string; position: string | null }>(
  'the process looks for new changes of all organizations that have readers',
  `SELECT o.id, (
     SELECT ${AUDIT_SEAL.position} FROM audit_seals WHERE ${AUDIT_SEAL.organizationId} = o.id
     ORDER BY ${AUDIT_SEAL.position} DESC LIMIT 1
   ) AS position FROM unnest($1::uuid[]) AS o (id)`,
);

/** All queries of changes: they are the sealed records of the audit log, in the order of their chain. */
@Injectable()
export class ChangesRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly values: PersonalValues,
  ) {}

  /** The end of the chain of the organization in scope, or null when it is empty. */
  newest(): Promise<SealRow | null> {
    return this.database.row(NEWEST);
  }

  at(position: number): Promise<SealRow | null> {
    return this.database.row(AT, position);
  }

  /** The next records of the chain of the organization in scope. @param since records before that need not be read */
  async after(position: number, limit: number, since: Date): Promise<ChangeRow[]> {
    const rows = await this.database.rows<ChangeRow>(AFTER, position, limit, since);
    await this.values.openNames(rows.filter(({ id }) => id !== null));
    return rows;
  }

  /** The end of the chain of each of these organizations. */
  async newestOf(organizationIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.unscopedRows(NEWEST_OF_ALL, organizationIds);
    return new Map(rows.map(({ id, position }) => [id, Number(position ?? 0)]));
  }
}
