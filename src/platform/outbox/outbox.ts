import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import { currentActor, type Actor } from '../context/actor';
import { currentOrganizationId } from '../context/request-context';
import type { Transaction } from '../transaction/transaction';
import type { Row } from '../tenancy/table';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { OutboxEvent } from './outbox-event.entity';
import type { Receiver } from './outbox-follower';
import { OutboxFollowers } from './outbox-followers';

/** What an event says beyond its type and its data. */
export interface EventDetails {
  /** Whose event it is; the organization in scope by default. */
  readonly organizationId?: string | undefined;
  /** Who made the change, if the caller is not signed in yet. */
  readonly actor?: { readonly id: string; readonly name: string } | undefined;
  /** The event and the tour that the data belongs to; absent where it belongs to neither. */
  readonly place?: { readonly eventId: string | null; readonly tourId: string | null } | undefined;
  /** Of an update: the values that the changed fields had before. */
  readonly previous?: Readonly<Record<string, unknown>> | undefined;
  /** The whole record, where `data` has fewer fields: for receivers that ask for it. */
  readonly fullData?: object | undefined;
  /** Of a test: the data is made up. */
  readonly test?: true;
}

/** Its time is the text that the body shows. The place is not stored: followers go by it. */
interface OutboxRow extends Row<OutboxEvent> {
  readonly eventId: string | null;
  readonly tourId: string | null;
}

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
   */
  record(type: string, data: object, details: EventDetails = {}): void {
    this.unitOfWork.current.defer(this.write, this.rowOf(type, data, details));
  }

  /**
   * Writes an event that only the caller follows, in the same unit of work, without the registered follower. The caller
   * must delete it, together with what refers to it.
   *
   * @param type such as `webhook.test`
   * @param data what the body contains as `data`
   * @returns its id and when it happened
   */
  async insert(type: string, data: object, details: EventDetails = {}): Promise<{ id: string; createdAt: string }> {
    const { eventId: _eventId, tourId: _tourId, ...row } = this.rowOf(type, data, details);
    await this.unitOfWork.insert(OutboxEvent, { ...row, createdAt: new Date(row.createdAt) });
    return { id: row.id, createdAt: row.createdAt };
  }

  private rowOf(type: string, data: object, details: EventDetails): OutboxRow {
    const { organizationId = currentOrganizationId(), place, previous, fullData, test } = details;
    const id = newId();
    const createdAt = this.clock.now().toISOString();
    const { actor: newcomer } = details;
    const actor: Actor = newcomer ? { type: 'user', id: newcomer.id, name: newcomer.name } : currentActor();
    const body = (shown: object) =>
      JSON.stringify({ id, type, createdAt, organizationId, actor, test, data: shown, previous });
    return {
      organizationId,
      id,
      type,
      body: body(data),
      fullBody: fullData === undefined ? null : body(fullData),
      createdAt,
      eventId: place?.eventId ?? null,
      tourId: place?.tourId ?? null,
    };
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
        rows.map((row) => row.fullBody ?? '').join('\n'),
        rows.map((row) => row.eventId),
        rows.map((row) => row.tourId),
      ],
    });
    if (receivers.length > 0) transaction.afterCommit(() => follower.committed(receivers));
  };
}
