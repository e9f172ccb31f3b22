import { Injectable } from '@nestjs/common';
import { isId } from '../../kernel/ids';
import { currentOrganizationId } from '../../platform/context/request-context';
import { named, ScopedStatement } from '../../platform/tenancy/statement';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import type { Wanted } from './guest-matching';
import { keysOf, type GuestView } from './guests.dto';
import { COLUMNS } from './guests.repository';

/** One import at a time per organization, on all replicas. */
const CLAIM = named('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');

/** `NO KEY`: who only refers to a guest is not kept waiting. */
const FIND = new ScopedStatement(`
  SELECT ${COLUMNS} FROM guests g
  WHERE g.organization_id = $1 AND g.id IN (
    SELECT i.id FROM unnest($2::uuid[]) AS i (id)
    UNION ALL
    SELECT x.id FROM guests x WHERE x.organization_id = $1 AND x.external_id = ANY ($3::text[])
    UNION ALL
    SELECT s.id FROM unnest($4::text[], $5::boolean[], $6::integer[]) AS wish (email, without_external_id, most)
    CROSS JOIN LATERAL (
      SELECT e.id FROM guests e
      WHERE e.organization_id = $1 AND e.email_key = wish.email
        AND (NOT wish.without_external_id OR e.external_id IS NULL)
      ORDER BY e.id LIMIT wish.most
    ) AS s
  )
  ORDER BY g.id FOR NO KEY UPDATE OF g`);

/** Tags travel as JSON: unnest would take a list of lists for one list. */
const WRITTEN = `unnest(
    $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::jsonb[], $9::jsonb[], $10::text[],
    $11::text[], $12::text[], $13::text[], $14::timestamptz[], $15::timestamptz[]
  ) AS w (id, name, email, email_key, phone, company, tags, tag_keys, dietary, notes, external_id, search, created_at,
    updated_at)`;
const texts = (column: string) => `ARRAY(SELECT jsonb_array_elements_text(w.${column}))`;

const INSERT = named(`
  INSERT INTO guests (organization_id, id, name, email, email_key, phone, company, tags, tag_keys, dietary, notes,
    external_id, search, created_at, updated_at)
  SELECT $1, w.id, w.name, w.email, w.email_key, w.phone, w.company, ${texts('tags')}, ${texts('tag_keys')}, w.dietary,
    w.notes, w.external_id, w.search, w.created_at, w.updated_at
  FROM ${WRITTEN}`);

const UPDATE = named(`
  UPDATE guests g SET name = w.name, email = w.email, email_key = w.email_key, phone = w.phone, company = w.company,
    tags = ${texts('tags')}, tag_keys = ${texts('tag_keys')}, dietary = w.dietary, notes = w.notes,
    external_id = w.external_id, search = w.search, updated_at = w.updated_at
  FROM ${WRITTEN} WHERE g.organization_id = $1 AND g.id = w.id`);

/** The queries of the import: a few per batch, however many rows it has. */
@Injectable()
export class GuestImportRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Waits for other imports of the organization; none begins until the unit of work ends. */
  async claim(): Promise<void> {
    const name = JSON.stringify(['guest-import', currentOrganizationId()]);
    await this.unitOfWork.current.client.query({ ...CLAIM, values: [name] });
  }

  /** The guests that rows may mean, nobody else's to change until the unit of work ends. */
  find({ ids, externalIds, sharing }: Wanted): Promise<GuestView[]> {
    return this.database.rows<GuestView>(
      FIND,
      ids.filter(isId),
      externalIds,
      sharing.map(({ email }) => email),
      sharing.map(({ withoutExternalId }) => withoutExternalId),
      sharing.map(({ most }) => most),
    );
  }

  /** Changes first: they give externalIds up that new guests may take. */
  async write(changed: readonly GuestView[], created: readonly GuestView[]): Promise<void> {
    const { client } = this.unitOfWork.current;
    if (changed.length > 0) await client.query({ ...UPDATE, values: valuesOf(changed) });
    if (created.length > 0) await client.query({ ...INSERT, values: valuesOf(created) });
  }
}

function valuesOf(guests: readonly GuestView[]): unknown[] {
  const keys = guests.map(keysOf);
  return [
    currentOrganizationId(),
    guests.map((guest) => guest.id),
    guests.map((guest) => guest.name),
    guests.map((guest) => guest.email),
    keys.map((key) => key.emailKey),
    guests.map((guest) => guest.phone),
    guests.map((guest) => guest.company),
    guests.map((guest) => JSON.stringify(guest.tags)),
    keys.map((key) => JSON.stringify(key.tagKeys)),
    guests.map((guest) => guest.dietary),
    guests.map((guest) => guest.notes),
    guests.map((guest) => guest.externalId),
    keys.map((key) => key.search),
    guests.map((guest) => guest.createdAt),
    guests.map((guest) => guest.updatedAt),
  ];
}
