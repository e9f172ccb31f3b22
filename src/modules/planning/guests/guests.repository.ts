import { Injectable } from '@nestjs/common';
import { emailKey } from '../../../kernel/email';
import { searchText } from '../../../kernel/search-text';
import { isOneOf, searched, type ListFilter } from '../../../platform/tenancy/list-statements';
import type { WalkedRows } from '../../../platform/tenancy/list-walk';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, select, selectAllBut, type RowOf } from '../../../platform/database/table';
import { Guest } from './guest.entity';
import type { GuestExportQuery, GuestsQuery, GuestView } from './guests.dto';

const GUEST = columnsOf(Guest, 'g');

/** A guest as the API shows them. */
export const GUEST_ROW = selectAllBut(Guest, 'g', 'organizationId', 'emailKey', 'tagKeys', 'search');

const FIND = findById(GUEST_ROW);
const KEPT = select(Guest, 'g', 'emailKey', 'erasedAt');
const FIND_KEPT = findById(KEPT);
const ANOTHER_WITH_EMAIL = new ScopedStatement<Pick<Guest, 'id'>>(
  `SELECT ${GUEST.id} FROM guests g WHERE ${GUEST.organizationId} = $1 AND ${GUEST.emailKey} = $2 AND ${GUEST.id} <> $3
   LIMIT 1`,
);

const ANY_WITH_EMAIL = new ScopedStatement<Pick<Guest, 'id'>>(
  `SELECT ${GUEST.id} FROM guests g WHERE ${GUEST.organizationId} = $1 AND ${GUEST.emailKey} = $2 LIMIT 1`,
);

/** In the order of their ids, so that two that lock the same guests don't deadlock. */
const LOCK_SHARED = new ScopedStatement<Pick<Guest, 'id'>>(
  `SELECT ${GUEST.id} FROM guests g WHERE ${GUEST.organizationId} = $1 AND ${GUEST.id} = ANY ($2::uuid[])
     AND ${GUEST.erasedAt} IS NULL ORDER BY ${GUEST.id} FOR KEY SHARE`,
);

/**
 * In the order of their ids, too. The LATERAL joins make PostgreSQL look up each value by index, whatever its
 * statistics say.
 */
const LOCK_SHARED_BY_KEYS = new ScopedStatement<GuestView>(`
  SELECT guest.* FROM (
    SELECT wish.id FROM unnest($2::uuid[]) AS wish (id)
    UNION
    SELECT x.id FROM unnest($3::text[]) AS wish (external_id)
    CROSS JOIN LATERAL (
      SELECT ${GUEST.id} FROM guests g WHERE ${GUEST.organizationId} = $1 AND ${GUEST.externalId} = wish.external_id
      LIMIT 1
    ) AS x
    ORDER BY id
  ) AS found
  CROSS JOIN LATERAL (
    SELECT ${GUEST_ROW.columns} FROM ${GUEST_ROW.from} WHERE ${GUEST.organizationId} = $1 AND ${GUEST.id} = found.id
      AND ${GUEST.erasedAt} IS NULL
    FOR KEY SHARE
  ) AS guest`);

/** Those who are not erased, in the order in which they were created. */
const idsOfThose = (condition: string) =>
  new ScopedStatement<Pick<Guest, 'id'>>(
    `SELECT ${GUEST.id} FROM guests g WHERE ${GUEST.organizationId} = $1 AND ${GUEST.erasedAt} IS NULL ${condition}
     ORDER BY ${GUEST.id}`,
  );
const IDS = idsOfThose('');
const IDS_WITH_TAG = idsOfThose(`AND $2::text = ANY (${GUEST.tagKeys})`);

const LIST = {
  ...GUEST_ROW,
  sorts: { name: GUEST.search, createdAt: GUEST.createdAt },
};

/** All queries of guests, except those of the import. */
@Injectable()
export class GuestsRepository extends ScopedRepository<Guest> {
  constructor() {
    super(Guest);
  }

  /** Whether a guest has the address, in the form in which addresses are compared. */
  async anyHasEmail(emailKey: string): Promise<boolean> {
    return (await this.database.row(ANY_WITH_EMAIL, emailKey)) !== null;
  }

  find(id: string): Promise<GuestView | null> {
    return this.byId(FIND, id);
  }

  /** What is kept of a guest beside what the API shows. */
  findKept(id: string): Promise<RowOf<typeof KEPT> | null> {
    return this.byId(FIND_KEPT, id);
  }

  /** The key of a guest's address, or null where they have none, or another guest has it, too. */
  async ownEmailKey(id: string, emailKey: string | null): Promise<string | null> {
    if (emailKey === null) return null;
    return (await this.database.row(ANOTHER_WITH_EMAIL, emailKey, id)) === null ? emailKey : null;
  }

  list(query: GuestsQuery): Promise<WalkedRows<GuestView>> {
    const order = { by: query.sortBy ?? 'createdAt', direction: query.sortDir ?? 'asc' };
    const filters = filtersOf(query);
    if (query.externalId) filters.push(isOneOf(GUEST.externalId, query.externalId));
    if (query.email) filters.push({ sql: `${GUEST.emailKey} = ?`, values: [emailKey(query.email)] });
    if (query.updatedSince) filters.push({ sql: `${GUEST.updatedAt} >= ?`, values: [query.updatedSince] });
    return this.database.walkedList(LIST, filters, order, query);
  }

  /** The next guests in the order of their ids, after the id `after`. */
  listAfter(query: GuestExportQuery, after: string | null, limit: number): Promise<GuestView[]> {
    return this.database.listAfter(LIST, filtersOf(query), after, limit);
  }

  /** The ids of all guests who are not erased, or of those with a tag. */
  async idsOfAll(tag?: string): Promise<string[]> {
    const reading = tag === undefined ? this.database.rows(IDS) : this.database.rows(IDS_WITH_TAG, searchText(tag));
    return (await reading).map(({ id }) => id);
  }

  /** Keeps guests from being deleted until the unit of work ends; returns the ids of those that exist. */
  async lockShared(ids: readonly string[]): Promise<string[]> {
    return (await this.unitOfWork.write(LOCK_SHARED, ids)).rows.map(({ id }) => id);
  }

  /** Likewise, by ids and by externalIds; returns the guests that exist. */
  async lockSharedByKeys(ids: readonly string[], externalIds: readonly string[]): Promise<GuestView[]> {
    return (await this.unitOfWork.write(LOCK_SHARED_BY_KEYS, ids, externalIds)).rows;
  }
}

function filtersOf({ q, tag }: GuestExportQuery): ListFilter[] {
  const filters: ListFilter[] = [];
  if (q) filters.push(searched(GUEST.search, q));
  if (tag) filters.push({ sql: `?::text = ANY (${GUEST.tagKeys})`, values: [searchText(tag)], scans: true });
  return filters;
}
