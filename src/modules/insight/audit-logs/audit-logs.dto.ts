import { enumeration } from '../../../kernel/enumeration';
import { isId, NIL_ID } from '../../../kernel/ids';
import { ACTOR_TYPES } from '../../../platform/audit/audit-record.entity';
import type { Changes } from '../../../platform/records/changes';
import { OrderedBounds } from '../../../platform/fields/combinations';
import { exampleId } from '../../../platform/fields/example-id';
import {
  Email,
  Flag,
  Id,
  Integer,
  Nested,
  OneOf,
  Shown,
  Text,
  Timestamp,
  TimestampOrDate,
} from '../../../platform/fields/fields';
import { SortedPageQuery } from '../../../platform/fields/page.query';

const ACTION = { max: 100, example: 'expense.updated' };
const TARGET_TYPE = { max: 100, example: 'expense' };
const BOUND =
  "An instant, or a date that means the whole day in the organization's time zone (in the platform's log: in UTC). Inclusive.";

const AUDIT_LOG_SORTS = enumeration('AuditLogSort', ['occurredAt']);

@OrderedBounds()
export class AuditLogsQuery extends SortedPageQuery {
  @Text({
    max: 1000,
    presence: 'optional',
    description: 'Several with commas between them.',
    example: ACTION.example,
  })
  action?: string;
  @Id({ of: 'user', presence: 'optional', description: 'The user or API key that did it.' }) actorId?: string;
  @Text({ ...TARGET_TYPE, presence: 'optional' }) targetType?: string;
  @Id({ of: 'expense', presence: 'optional' }) targetId?: string;
  @TimestampOrDate({ presence: 'optional', description: BOUND, example: '2027-05-01' }) from?: string;
  @TimestampOrDate({ presence: 'optional', description: BOUND, example: '2027-05-31' }) to?: string;
  @OneOf(AUDIT_LOG_SORTS, { presence: 'optional' }) sortBy?: (typeof AUDIT_LOG_SORTS)[number];
}

@OrderedBounds()
export class AuditExportQuery {
  @TimestampOrDate({ presence: 'optional', description: BOUND, example: '2027-05-01' }) from?: string;
  @TimestampOrDate({ presence: 'optional', description: BOUND, example: '2027-05-31' }) to?: string;
}

class AuditActorView {
  @OneOf(ACTOR_TYPES, { example: 'user' }) readonly type: (typeof ACTOR_TYPES)[number];
  @Id({ of: 'user', presence: 'nullable', description: 'Null for the system itself.' }) readonly id: string | null;
  @Text({
    max: 200,
    presence: 'nullable',
    description: 'As it was at the time; of a user who was erased null.',
    example: 'Ada Planner',
  })
  readonly name: string | null;
}

class AuditImpersonatorView {
  @Id({ of: 'operator' }) readonly id: string;
  @Email({ presence: 'nullable', description: 'Null once they are erased.', example: 'operator@example.com' })
  readonly email: string | null;
}

class AuditTargetView {
  @Text(TARGET_TYPE) readonly type: string;
  @Id({ of: 'expense' }) readonly id: string;
}

class AuditContextView {
  @Text({ max: 45, presence: 'nullable', example: '192.0.2.7' }) readonly ip: string | null;
  @Text({ max: 400, presence: 'nullable', example: 'curl/8.7.1' }) readonly userAgent: string | null;
  @Text({ max: 64, presence: 'nullable', example: 'b1e9f0c2' }) readonly requestId: string | null;
}

/** What every log shows of a record. */
class AuditRecordView {
  @Id({ of: 'auditLog' }) readonly id: string;
  @Text(ACTION) readonly action: string;
  @Timestamp() readonly occurredAt: string;
  @Nested(() => AuditActorView) readonly actor: AuditActorView;
  @Nested(() => AuditImpersonatorView, { presence: 'nullable', description: 'The operator who acted as the user.' })
  readonly impersonator: AuditImpersonatorView | null;
  @Nested(() => AuditTargetView) readonly target: AuditTargetView;
  @Shown({
    type: 'object',
    description:
      'What the change did to each field, as the API shows it. Of a person who was erased, personal values are null, with ' +
      '`erased` beside them.',
    additionalProperties: {
      type: 'object',
      properties: { before: {}, after: {}, erased: { type: 'boolean', enum: [true] } },
      required: ['before', 'after'],
    },
    example: { amount: { before: '120.00', after: '135.50' } },
  })
  readonly changes: Changes;
  @Nested(() => AuditContextView) readonly context: AuditContextView;
  @Timestamp({ description: 'Equal to occurredAt.' }) readonly createdAt: string;
  @Timestamp({ description: 'Equal to occurredAt: records never change.' }) readonly updatedAt: string;
}

/** An audit record as the API shows it. */
export class AuditLogView extends AuditRecordView {
  @Shown({
    type: 'object',
    description:
      'What the target, and the records that the changes refer to, are called now, by id. Of event guests, members and ' +
      'vehicles of events it is the name of the guest, the user or the vehicle. What is gone or has no name is missing.',
    additionalProperties: { type: 'string' },
    example: { [exampleId('expense')]: 'Bus to Innsbruck' },
  })
  readonly names: Readonly<Record<string, string>>;
}

export class PlatformAuditLogView extends AuditRecordView {
  @Id({ presence: 'nullable', description: "Whose log it is in; null for the platform's own." })
  readonly organizationId: string | null;

  @Text({
    max: 120,
    presence: 'nullable',
    description: "What the organization is called now; null for the platform's own records, and when it is gone.",
    example: 'Northern Lights Touring',
  })
  readonly organizationName: string | null;
}

export class AuditVerificationView {
  @Flag({ description: 'Whether every record is there and as it was written.' }) readonly valid: boolean;
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'Sealed records looked at.', example: 1024 })
  readonly checked: number;
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'Records that wait for their seal.', example: 3 })
  readonly unsealed: number;
  @Id({
    of: 'auditLog',
    presence: 'nullable',
    description:
      'The first record that was changed or removed, or whose seal was; the last one when the seals are those of their records, but the service has not signed that the chain ends like this.',
  })
  readonly brokenAt: string | null;
  @Integer({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    description: 'Records with personal values that were erased: their seals are as true as all others.',
    example: 12,
  })
  readonly erased: number;
}

/** A row as the repository reads it. */
export interface AuditLogRow {
  id: string;
  organizationId: string;
  action: string;
  occurredAt: string;
  actorType: AuditActorView['type'];
  actorId: string | null;
  actorName: string | null;
  impersonatorId: string | null;
  impersonatorEmail: string | null;
  targetType: string;
  targetId: string;
  changes: Changes;
  personalOf: string | null;
  personal: string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
}

function toRecordView(row: AuditLogRow): AuditRecordView {
  const { id, action, occurredAt, impersonatorId, impersonatorEmail, ip, userAgent, requestId } = row;
  return {
    id,
    action,
    occurredAt,
    actor: { type: row.actorType, id: row.actorId, name: row.actorName },
    impersonator: impersonatorId === null ? null : { id: impersonatorId, email: impersonatorEmail },
    target: { type: row.targetType, id: row.targetId },
    changes: row.changes,
    context: { ip, userAgent, requestId },
    createdAt: occurredAt,
    updatedAt: occurredAt,
  };
}

/** @param names of the records that the log speaks of, by id */
export function toAuditLogView(row: AuditLogRow, names: ReadonlyMap<string, string>): AuditLogView {
  const known = idsIn(row).flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [[id, name] as const];
  });
  return { ...toRecordView(row), names: Object.fromEntries(known) };
}

/** Every id that a record has, but those of who did it. */
export function idsIn({ targetId, changes }: Pick<AuditLogRow, 'targetId' | 'changes'>): string[] {
  const values = Object.values(changes).flatMap(({ before, after }) => [before, after]);
  return [targetId, ...values].filter(isId);
}

/**
 * The row as the log of the whole platform shows it.
 *
 * @param names of organizations, by id
 */
export function toPlatformAuditLogView(row: AuditLogRow, names: ReadonlyMap<string, string>): PlatformAuditLogView {
  const organizationId = row.organizationId === NIL_ID ? null : row.organizationId;
  return { ...toRecordView(row), organizationId, organizationName: names.get(row.organizationId) ?? null };
}
