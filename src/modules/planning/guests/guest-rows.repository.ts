import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { named } from '../../../platform/database/named';
import { ManyRows } from '../../../platform/tenancy/many-rows';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { type RowOf } from '../../../platform/tenancy/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { Wanted } from './guest-matching';
import { Guest } from './guest.entity';
import { keysOf, type GuestView } from './guests.dto';
import { GUEST } from './guests.repository';

/** One import, or one batch, at a time per organization, on all replicas. */
const CLAIM = named('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');
/** Long, because the import before may take long, but shorter than the longest statement timeout. */
const LOCK_TIMEOUT = named(`SELECT set_config('lock_timeout', '25s', true)`);

/**
 * `NO KEY`: rows that only refer to a guest are not blocked.
 *
 * The LATERAL joins make PostgreSQL look up each value by index. With statistics from when the table was almost empty
 * it would read all guests of the organization for every batch.
 */
const FIND = new ScopedStatement<RowOf<typeof GUEST>>(`
  SELECT guest.* FROM (
    SELECT wish.id FROM unnest($2::uuid[]) AS wish (id)
    UNION
    SELECT x.id FROM unnest($3::text[]) AS wish (external_id)
    CROSS JOIN LATERAL (
      SELECT g.id FROM guests g WHERE g.organization_id = $1 AND g.external_id = wish.external_id LIMIT 1
    ) AS x
    UNION
    SELECT s.id FROM unnest($4::text[], $5::boolean[], $6::integer[]) AS wish (email, without_external_id, count)
    CROSS JOIN LATERAL (
      SELECT g.id FROM guests g
      WHERE g.organization_id = $1 AND g.email_key = wish.email
        AND (NOT wish.without_external_id OR g.external_id IS NULL)
      ORDER BY g.email_key, g.id LIMIT wish.count
    ) AS s
    ORDER BY id
  ) AS found
  CROSS JOIN LATERAL (
    SELECT ${GUEST.columns} FROM ${GUEST.from} WHERE g.organization_id = $1 AND g.id = found.id AND g.erased_at IS NULL
    FOR NO KEY UPDATE
  ) AS guest`);

const WRITTEN = new ManyRows(Guest, [
  'id',
  'name',
  'email',
  'emailKey',
  'phone',
  'company',
  'tags',
  'tagKeys',
  'dietary',
  'notes',
  'externalId',
  'search',
  'createdAt',
  'updatedAt',
]);
const INSERT = `INSERT INTO guests (organization_id, ${WRITTEN.columns}) SELECT $1, ${WRITTEN.selected} FROM ${WRITTEN.source}`;
const CHANGED = WRITTEN.assignments(
  'excluded',
  ...(['name', 'email', 'emailKey', 'phone', 'company', 'tags', 'tagKeys', 'dietary', 'notes', 'externalId'] as const),
  ...(['search', 'updatedAt'] as const),
);
/** RETURNING, because a distributed database copies without, and row-level security refuses copies. */
const CREATE = new ScopedStatement(`${INSERT} RETURNING id`);
/** An upsert, because it finds each row by its key (see FIND). */
const CHANGE = new ScopedStatement(`${INSERT} ON CONFLICT (organization_id, id) DO UPDATE SET ${CHANGED}`);

/** The queries of imports and batches: a few for each round, however many rows it has. */
@Injectable()
export class GuestRowsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Waits for another import of the organization, with a longer lock timeout than usual, and keeps others from
   * beginning until the unit of work ends.
   */
  async claim(): Promise<void> {
    const name = JSON.stringify(['guest-import', currentOrganizationId()]);
    await Promise.all([this.unitOfWork.writeUnscoped(LOCK_TIMEOUT), this.unitOfWork.writeUnscoped(CLAIM, name)]);
  }

  /** Waits for other batches of the organization, as long as for any lock, and keeps them waiting likewise. */
  async claimBatch(): Promise<void> {
    await this.unitOfWork.writeUnscoped(CLAIM, JSON.stringify(['guest-batch', currentOrganizationId()]));
  }

  /** The guests that rows may mean, locked until the unit of work ends. */
  find({ ids, externalIds, sharing }: Wanted): Promise<GuestView[]> {
    return this.database.rows(
      FIND,
      ids.filter(isId),
      externalIds,
      sharing.map(({ email }) => email),
      sharing.map(({ withoutExternalId }) => withoutExternalId),
      sharing.map(({ count }) => count),
    );
  }

  /** Writes changes first, since they may free externalIds that new guests take. */
  async write(changed: readonly GuestView[], created: readonly GuestView[]): Promise<void> {
    await Promise.all([
      changed.length > 0 && this.unitOfWork.write(CHANGE, ...valuesOf(changed)),
      created.length > 0 && this.unitOfWork.write(CREATE, ...valuesOf(created)),
    ]);
  }
}

function valuesOf(guests: readonly GuestView[]): unknown[] {
  return WRITTEN.values(guests.map((guest) => ({ ...guest, ...keysOf(guest) })));
}
