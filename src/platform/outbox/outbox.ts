import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import { NO_PARENTS, PARENT_FIELDS, type ParentIds } from '../../kernel/parent-ids';
import { currentActor, type Actor } from '../context/actor';
import { currentOrganizationId } from '../context/request-context';
import { PersonKeys } from '../personal/person-keys';
import type { Flush, Transaction } from '../transaction/transaction';
import type { Row } from '../database/table';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { EventBodies, extractPersonalValues, type EventContent, type EventWithPlaceholders } from './event-bodies';
import { OutboxEvent } from './outbox-event.entity';
import type { Receiver } from './outbox-follower';
import { OutboxFollowers } from './outbox-followers';

/** What an event says beyond its type and its data. */
export interface EventDetails {
  /** That of the change which the event announces; a new one for what is no change. */
  readonly id?: string | undefined;
  /** Whose event it is; the organization in scope by default. */
  readonly organizationId?: string | undefined;
  /** Who made the change, if the caller is not signed in yet. */
  readonly actor?: { readonly id: string; readonly name: string } | undefined;
  /** What the record belongs to, if to anything. */
  readonly parents?: ParentIds | undefined;
  /** Of an update: the values that the changed fields had before. */
  readonly previous?: Readonly<Record<string, unknown>> | undefined;
  /** The whole record, where `data` has fewer fields: for receivers that ask for it. */
  readonly fullData?: object | undefined;
  /** Of a test: the data is made up. */
  readonly test?: true;
}

/** An event that waits to be written, still with its personal values, for which its bodies have placeholders. */
interface PendingEvent {
  readonly event: EventWithPlaceholders<EventContent>;
  readonly row: OutboxRow;
}

/** Its time is the text that the body shows. The parents are not stored: followers go by it. */
interface OutboxRow extends Omit<Row<OutboxEvent>, 'people' | 'personal'> {
  readonly parents: ParentIds;
}

/**
 * The transactional outbox: an event is written in the transaction of its change, so that a change that is rolled back
 * is never announced, and one that is committed always is. The text of the body is final: every receiver gets exactly
 * these bytes, unless somebody is forgotten meanwhile. An event without receivers is not written.
 */
@Injectable()
export class Outbox {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly followers: OutboxFollowers,
    private readonly bodies: EventBodies,
    private readonly keys: PersonKeys,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Adds an event to the open unit of work.
   *
   * @param type such as `expense.created`
   * @param data the record as the API shows it
   */
  record(type: string, data: object, details: EventDetails = {}): void {
    this.unitOfWork.current.defer(this.write, this.pending(type, data, details));
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
    const transaction = this.unitOfWork.current;
    const { event, row } = this.pending(type, data, details);
    await this.keys.prepare(this.bodies.peopleIn([event]), transaction);
    const { parents: _parents, createdAt, ...columns } = row;
    const personal = this.bodies.encrypt(event, transaction);
    const people = [...event.people];
    await this.unitOfWork.insert(OutboxEvent, { ...columns, people, personal, createdAt: new Date(createdAt) });
    return { id: row.id, createdAt };
  }

  private pending(type: string, data: object, details: EventDetails): PendingEvent {
    const { id = newId(), organizationId = currentOrganizationId(), parents, previous, fullData, test } = details;
    const createdAt = this.clock.now().toISOString();
    const { actor: newcomer } = details;
    const actor: Actor = newcomer ? { type: 'user', id: newcomer.id, name: newcomer.name } : currentActor();
    const shown = extractPersonalValues({ id, type, createdAt, organizationId, actor, test, data, previous }, fullData);
    const { content } = shown.event;
    const row = {
      organizationId,
      id,
      type,
      body: JSON.stringify(content),
      fullBody: shown.fullData === undefined ? null : JSON.stringify({ ...content, data: shown.fullData }),
      createdAt,
      parents: parents ?? NO_PARENTS,
    };
    return { event: shown.event, row };
  }

  private readonly write: Flush<PendingEvent> = Object.assign(
    async (events: readonly PendingEvent[], transaction: Transaction): Promise<void> => {
      const { follower, insertion } = this.followers.get();
      const rows = events.map(({ row }) => row);
      const { rows: receivers } = await transaction.client.query<Receiver>({
        ...insertion,
        values: [
          rows.map((row) => row.organizationId),
          rows.map((row) => row.id),
          rows.map((row) => row.type),
          rows.map((row) => row.body).join('\n'),
          rows.map((row) => row.createdAt),
          rows.map((row) => row.fullBody ?? '').join('\n'),
          events.map(({ event }) => event.people.join(',')).join('\n'),
          events.map(({ event }) => this.bodies.encrypt(event, transaction)).join('\n'),
          ...PARENT_FIELDS.map((field) => rows.map(({ parents }) => parents[field])),
        ],
      });
      if (receivers.length > 0) transaction.afterCommit(() => follower.committed(receivers));
    },
    {
      prepare: (events: readonly PendingEvent[], transaction: Transaction) =>
        this.keys.prepare(this.bodies.peopleIn(events.map(({ event }) => event)), transaction),
    },
  );
}
