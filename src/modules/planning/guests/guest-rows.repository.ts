import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { BY_INDEX } from '../../../platform/database/by-index';
import { named } from '../../../platform/database/named';
import { ManyRows } from '../../../platform/tenancy/many-rows';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, type RowOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { Wanted } from './guest-matching';
import { Guest } from './guest.entity';
import { keysOf, type GuestView } from './guests.dto';
import { GUEST_ROW } from './guests.repository';

const GUEST = columnsOf(Guest, 'g');
const BARE_GUEST = columnsOf(Guest);

/** One import, or one batch, at a time per organization, on all replicas. */
const CLAIM = named('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');
/** Long, because the import before may take long, but shorter than the longest statement timeout. */
const LOCK_TIMEOUT = named(`SELECT set_config('lock_timeout', '25s', true)`);

/** What {@link nameKey} makes of the name: the search text begins with it. */
const NAME_KEY = `replace(split_part(${GUEST.search}, E'\\n', 1), ' ', '')`;
/** So many guests of one name, and with nothing else to know them by, are looked at. */
const MAX_NAMESAKES = 20;

/**
 * `NO KEY`: rows that only refer to a guest are not blocked.
 *
 * PostgreSQL must look up each value by the index that has it, whatever it believes: with statistics from when the table was
 * almost empty, it would read all guests of the organization for each value, by the table or by any index of theirs. So the
 * joins are LATERAL, and each look-up asks for the order of its index within a range of one value; the order of an equal
 * value would be dropped. {@link BY_INDEX} then leaves one plan. Names are looked up in an object, which takes the same time
 * by any plan.
 */
const FIND = new ScopedStatement<RowOf<typeof GUEST_ROW>>(`
  SELECT guest.* FROM (
    SELECT wish.id FROM unnest($2::uuid[]) AS wish (id)
    UNION
    SELECT x.id FROM unnest($3::text[]) AS wish (external_id)
    CROSS JOIN LATERAL (
      SELECT ${GUEST.id} FROM guests g
      WHERE ${GUEST.organizationId} = $1 AND ${GUEST.externalId} BETWEEN wish.external_id AND wish.external_id
      ORDER BY ${GUEST.externalId} LIMIT 1
    ) AS x
    UNION
    SELECT s.id FROM unnest($4::text[], $5::integer[]) AS wish (email, count)
    CROSS JOIN LATERAL (
      SELECT ${GUEST.id} FROM guests g WHERE ${GUEST.organizationId} = $1
        AND ${GUEST.emailKey} BETWEEN wish.email AND wish.email
      ORDER BY ${GUEST.emailKey}, ${GUEST.id} LIMIT wish.count
    ) AS s
    UNION
    SELECT n.id FROM unnest($4::text[], $6::jsonb[]) AS wish (email, names)
    CROSS JOIN LATERAL (
      SELECT ${GUEST.id} FROM guests g
      WHERE ${GUEST.organizationId} = $1 AND ${GUEST.emailKey} BETWEEN wish.email AND wish.email
        AND wish.names ? ${NAME_KEY}
      ORDER BY ${GUEST.emailKey}, ${GUEST.id}
    ) AS n
    UNION
    SELECT k.id FROM (
      SELECT ${GUEST.id}, row_number() OVER (PARTITION BY ${NAME_KEY} ORDER BY ${GUEST.id}) AS place FROM guests g
      WHERE $7::jsonb <> '{}' AND ${GUEST.organizationId} = $1 AND ${GUEST.emailKey} IS NULL
        AND ${GUEST.externalId} IS NULL
        AND ${GUEST.erasedAt} IS NULL AND $7::jsonb ? ${NAME_KEY}
    ) AS k WHERE k.place <= ${MAX_NAMESAKES}
    ORDER BY id
  ) AS found
  CROSS JOIN LATERAL (
    SELECT ${GUEST_ROW.columns} FROM ${GUEST_ROW.from}
    WHERE ${GUEST.organizationId} = $1 AND ${GUEST.id} BETWEEN found.id AND found.id AND ${GUEST.erasedAt} IS NULL
    ORDER BY ${GUEST.id} FOR NO KEY UPDATE
  ) AS guest`);

const WRITTEN = ManyRows.allBut(Guest, 'organizationId', 'erasedAt');
const INSERT = `INSERT INTO guests (${BARE_GUEST.organizationId}, ${WRITTEN.columns}) SELECT $1, ${WRITTEN.selected}
  FROM ${WRITTEN.source}`;
const CHANGED = WRITTEN.assignmentsOfAllBut('excluded', 'id', 'createdAt');
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
    await Promise.all([
      this.unitOfWork.writeUnscoped(BY_INDEX),
      this.unitOfWork.writeUnscoped(LOCK_TIMEOUT),
      this.unitOfWork.writeUnscoped(CLAIM, name),
    ]);
  }

  /** Waits for other batches of the organization, as long as for any lock, and keeps them waiting likewise. */
  async claimBatch(): Promise<void> {
    const name = JSON.stringify(['guest-batch', currentOrganizationId()]);
    await Promise.all([this.unitOfWork.writeUnscoped(BY_INDEX), this.unitOfWork.writeUnscoped(CLAIM, name)]);
  }

  /** The guests that rows may mean, locked until the unit of work ends. */
  find({ ids, externalIds, sharing, names }: Wanted): Promise<GuestView[]> {
    return this.database.rows(
      FIND,
      ids.filter(isId),
      externalIds,
      sharing.map(({ email }) => email),
      sharing.map(({ count }) => count),
      sharing.map(({ names: shared }) => keysAsJson(shared)),
      keysAsJson(names),
    );
  }

  /** Writes changes first, since they may free externalIds that new guests take. */
  async write(changed: readonly GuestView[], created: readonly GuestView[]): Promise<void> {
    await Promise.all([
      changed.length > 0 && this.unitOfWork.write(CHANGE, ...guestColumns(changed)),
      created.length > 0 && this.unitOfWork.write(CREATE, ...guestColumns(created)),
    ]);
  }
}

function keysAsJson(keys: Iterable<string>): string {
  return JSON.stringify(Object.fromEntries([...keys].map((key) => [key, 1])));
}

function guestColumns(guests: readonly GuestView[]): unknown[] {
  return WRITTEN.values(guests.map((guest) => ({ ...guest, ...keysOf(guest) })));
}
