import { Injectable } from '@nestjs/common';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { columnsOf } from '../../../platform/database/table';
import type { AnswerStore } from '../events';
import { EventGuest } from './event-guest.entity';

const EVENT_GUEST = columnsOf(EventGuest);

const ANSWERED = `${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2
  AND ${EVENT_GUEST.answers} ?| $3::text[]`;
const HAS_ANSWERS = new ScopedStatement(`SELECT ${EVENT_GUEST.id} FROM event_guests WHERE ${ANSWERED} LIMIT 1`);
const REMOVE_ANSWERS = new ScopedStatement(
  `UPDATE event_guests SET ${EVENT_GUEST.answers} = ${EVENT_GUEST.answers} - $3::text[], ${EVENT_GUEST.updatedAt} = $4
   WHERE ${ANSWERED}`,
);

/** What all guests of an event answered, for the rules of its questions. */
@Injectable()
export class StoredAnswers implements AnswerStore {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async has(eventId: string, questionIds: readonly string[]): Promise<boolean> {
    return (await this.database.row(HAS_ANSWERS, eventId, questionIds)) !== null;
  }

  async remove(eventId: string, questionIds: readonly string[], now: Date): Promise<void> {
    await this.unitOfWork.write(REMOVE_ANSWERS, eventId, questionIds, now);
  }
}
