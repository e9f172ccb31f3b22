import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HOUR_SECONDS } from '../../kernel/durations';
import { inBatches } from '../../platform/background/in-batches';
import { JobRunner } from '../../platform/background/job-runner';
import { named } from '../../platform/database/named';
import { PersonKeys } from '../../platform/personal/person-keys';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { DELIVERIES_REASON } from './delivery-statements';
import { ENCRYPT_EVENTS } from '../../platform/outbox/event-rewriting';
import { EventBodies, extractPersonalValues, type EventContent } from '../../platform/outbox/event-bodies';

const BATCH_SIZE = 200;

const NEXT = named(`SELECT body, full_body AS "fullBody" FROM outbox_events WHERE people IS NULL
  ORDER BY organization_id, id LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED`);
/** Encrypts the events that a version of before has written, a batch at a time, until there are none. */
@Injectable()
export class EventEncryption implements OnModuleInit {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobRunner,
    private readonly bodies: EventBodies,
    private readonly keys: PersonKeys,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: 'encrypt-events',
      intervalSeconds: HOUR_SECONDS,
      run: (stop) => inBatches(BATCH_SIZE, stop, () => this.encryptBatch()),
    });
  }

  private encryptBatch(): Promise<number> {
    return this.unitOfWork.runUnscoped(DELIVERIES_REASON, async () => {
      const transaction = this.unitOfWork.current;
      const { rows } = await transaction.client.query<{ body: string; fullBody: string | null }>(NEXT);
      if (rows.length === 0) return 0;
      // What was written as JSON reads the same when it is parsed and written again.
      const events = rows.map(({ body, fullBody }) =>
        extractPersonalValues(
          JSON.parse(body) as EventContent,
          fullBody === null ? undefined : (JSON.parse(fullBody) as EventContent).data,
        ),
      );
      // Whoever was made then may have a key by now.
      const people = this.bodies.peopleIn(events.map(({ event }) => ({ ...event, newPerson: null })));
      await this.keys.prepare(people, transaction);
      const columns = events.map(({ event, fullData }) => [
        event.content.organizationId,
        event.content.id,
        JSON.stringify(event.content),
        fullData === undefined ? null : JSON.stringify({ ...event.content, data: fullData }),
        event.people.join(','),
        this.bodies.encrypt(event, transaction),
      ]);
      const values = [0, 1, 2, 3, 4, 5].map((column) => columns.map((row) => row[column]));
      await transaction.client.query({ ...ENCRYPT_EVENTS, values });
      return rows.length;
    });
  }
}
