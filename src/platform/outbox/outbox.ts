import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import { currentOrganizationId } from '../context/request-context';
import type { Transaction } from '../transaction/transaction';
import type { Row } from '../tenancy/table';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { OutboxEvent } from './outbox-event.entity';
import type { Receiver } from './outbox-follower';
import { OutboxFollowers } from './outbox-followers';

/** Its time is the text that the body shows. */
type OutboxRow = Row<OutboxEvent>;

/**
 * The transactional outbox: an event is written in the transaction of its change, so that a change that is rolled back
 * is never announced, and one that is committed always is. The text of the body is final: every receiver gets exactly
 * these bytes. An event without receivers is not written.
 */
@Injectable()
export class Outbox {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly followers: OutboxFollowers,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Adds an event to the open unit of work.
   *
   * @param type such as `expense.created`
   * @param data the record as the API shows it
   * @param organizationId whose event it is; the organization in scope by default
   */
  record(type: string, data: object, organizationId: string = currentOrganizationId()): void {
    this.unitOfWork.current.defer(this.write, this.rowOf(type, data, organizationId));
  }

  /**
   * Writes an event that only the caller follows, in the same unit of work, without the registered follower. The caller
   * must delete it, together with what refers to it.
   *
   * @param type such as `webhook.test`
   * @param data what the body contains as `data`
   * @returns its id and when it happened
   */
  async insert(type: string, data: object): Promise<{ id: string; createdAt: string }> {
    const row = this.rowOf(type, data, currentOrganizationId());
    await this.unitOfWork.insert(OutboxEvent, { ...row, createdAt: new Date(row.createdAt) });
    return { id: row.id, createdAt: row.createdAt };
  }

  private rowOf(type: string, data: object, organizationId: string): OutboxRow {
    const id = newId();
    const createdAt = this.clock.now().toISOString();
    return { organizationId, id, type, body: JSON.stringify({ id, type, createdAt, data }), createdAt };
  }

  private readonly write = async (rows: readonly OutboxRow[], transaction: Transaction): Promise<void> => {
    const { follower, insertion } = this.followers.get();
    const { rows: receivers } = await transaction.client.query<Receiver>({
      ...insertion,
      values: [
        rows.map((row) => row.organizationId),
        rows.map((row) => row.id),
        rows.map((row) => row.type),
        rows.map((row) => row.body).join('\n'),
        rows.map((row) => row.createdAt),
      ],
    });
    if (receivers.length > 0) transaction.afterCommit(() => follower.committed(receivers));
  };
}
