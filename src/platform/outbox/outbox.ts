import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import { currentOrganizationId } from '../context/request-context';
import type { Transaction } from '../database/transaction';
import { UnitOfWork } from '../tenancy/unit-of-work';

interface OutboxRow {
  organizationId: string;
  id: string;
  type: string;
  body: string;
  createdAt: string;
}

const INSERT = {
  name: 'outbox-insert',
  text:
    'INSERT INTO outbox_events (organization_id, id, type, body, created_at) ' +
    'SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[])',
};

/**
 * The transactional outbox: what happened is written down in the transaction that made it happen, so that a change that
 * is rolled back tells nobody and one that is committed is never forgotten. The body's text is final: it is what every
 * receiver will get, byte for byte.
 */
@Injectable()
export class Outbox {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Adds an event to the open unit of work.
   *
   * @param type such as `expense.created`
   * @param data the record as the API shows it
   * @param organizationId whose event it is; the organization in scope when left out
   */
  record(type: string, data: object, organizationId: string = currentOrganizationId()): void {
    const id = newId();
    const createdAt = this.clock.now().toISOString();
    const body = JSON.stringify({ id, type, createdAt, data });
    this.unitOfWork.current.defer(writeOutboxRows, { organizationId, id, type, body, createdAt });
  }
}

async function writeOutboxRows(rows: readonly OutboxRow[], { client }: Transaction): Promise<void> {
  await client.query({
    ...INSERT,
    values: [
      rows.map((row) => row.organizationId),
      rows.map((row) => row.id),
      rows.map((row) => row.type),
      rows.map((row) => row.body),
      rows.map((row) => row.createdAt),
    ],
  });
}
