import { Injectable } from '@nestjs/common';
import { Problem, Unavailable } from '../../../kernel/problems';
import { currentContext } from '../../../platform/context/request-context';
import { createValidationPipe } from '../../../platform/fields/validation.pipe';
import { recordTag } from '../../../platform/http/etag';
import { dryRun } from '../../../platform/tenancy/dry-run';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { columnsOf } from '../../../platform/database/table';
import { ConflictsService, type ConflictView } from '../conflicts';
import { EventGuest } from '../event-guests/event-guest.entity';
import { EVENT_RECORD, EventChanges, EventsService, UpdateEvent, type EventView } from '../events';
import { TripsService, type TripView } from '../trips';
import type { EventPreview, PreviewError, PreviewGuests, PreviewTrip } from './event-previews.dto';
import { PlannedMessages } from './planned-messages';

const EVENT_GUEST = columnsOf(EventGuest, 'g');

/** A preview that takes longer is given up: the event is locked meanwhile. */
const LIMIT_MS = 3_000;

const GUESTS = new ScopedStatement<PreviewGuests>(
  `SELECT count(*) FILTER (WHERE ${EVENT_GUEST.rsvp} <> 'pending')::int AS answered, count(*)::int AS total
   FROM event_guests g WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2`,
);

/** What is compared before and after the change. */
interface State {
  readonly event: EventView;
  readonly conflicts: readonly ConflictView[];
  readonly trips: readonly TripView[];
}

/** What changes of events would do: they are made, looked at, and undone. */
@Injectable()
export class EventPreviewsService {
  private readonly pipe = createValidationPipe(() => currentContext().bodyProblems);

  constructor(
    private readonly events: EventsService,
    private readonly changes: EventChanges,
    private readonly conflicts: ConflictsService,
    private readonly trips: TripsService,
    private readonly messages: PlannedMessages,
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @param body of the change, as it was sent
   * @throws NotFound when the organization in scope has no such event, Unavailable when it takes too long
   */
  async preview(id: string, body: object): Promise<EventPreview> {
    const deadline = performance.now() + LIMIT_MS;
    return dryRun(this.unitOfWork, async () => {
      await this.unitOfWork.current.client.query(`SET LOCAL statement_timeout = ${LIMIT_MS}`);
      const event = await this.events.lockForGuestChanges(id);
      const before = await this.stateOf(event);
      const guests = await this.database.only(GUESTS, id);
      const messagesFor = await this.messages.lookAt(event);
      const outcome = await this.change(id, body);
      const after = outcome instanceof Problem ? before : await this.stateOf(outcome);
      const messages = outcome instanceof Problem ? [] : await messagesFor(outcome);
      if (performance.now() > deadline) throw new Unavailable('The preview took too long.');
      return {
        valid: !(outcome instanceof Problem),
        errors: outcome instanceof Problem ? errorsOf(outcome) : [],
        changes: EVENT_RECORD.changesBetween(before.event, after.event),
        conflicts: {
          added: without(after.conflicts, before.conflicts),
          removed: without(before.conflicts, after.conflicts),
        },
        guests,
        trips: tripsOf(before.trips, after.trips),
        messages: [...messages],
        etag: recordTag(event, EVENT_RECORD),
      };
    });
  }

  /** Makes the change as a request for it would. @returns the event, or what the request would be refused for */
  private async change(id: string, body: object): Promise<EventView | Problem> {
    try {
      const changes = (await this.pipe.transform(body, { type: 'body', metatype: UpdateEvent })) as UpdateEvent;
      return await this.unitOfWork.current.savepoint(async () => {
        const event = await this.changes.update(id, changes);
        // What rules of messages keep of a change is written with what else it leaves behind.
        await this.unitOfWork.current.flush();
        return event;
      });
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return error;
      throw error;
    }
  }

  private async stateOf(event: EventView): Promise<State> {
    return {
      event,
      conflicts: await this.conflicts.ofEvent(event.id),
      trips: await this.trips.ofEvent(event.id),
    };
  }
}

function errorsOf({ errors, code, detail }: Problem): PreviewError[] {
  if (errors === undefined) return [{ field: null, code, message: detail }];
  return errors.map((error) => ({ field: error.field, code: error.code, message: error.message }));
}

/** Those that the others don't have. */
function without(conflicts: readonly ConflictView[], others: readonly ConflictView[]): ConflictView[] {
  const known = new Set(others.map(keyOfConflict));
  return conflicts.filter((conflict) => !known.has(keyOfConflict(conflict)));
}

function keyOfConflict({ kind, subject, events }: ConflictView): string {
  const eventIds = events.map(({ id }) => id).sort();
  return [kind, subject.type, subject.id, ...eventIds].join(' ');
}

function tripsOf(before: readonly TripView[], after: readonly TripView[]): PreviewTrip[] {
  const departures = new Map(before.map(({ id, departsAt }) => [id, departsAt]));
  return after
    .filter(({ departedAt, status }) => departedAt === null && status !== 'cancelled')
    .map(({ id, departsAt, conflicts }) => ({
      id,
      departsAt: { before: departures.get(id) ?? departsAt, after: departsAt },
      conflicts: [...conflicts],
    }));
}
