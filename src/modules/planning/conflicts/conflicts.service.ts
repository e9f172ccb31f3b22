import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { isId, newId } from '../../../kernel/ids';
import { MAX_LIMIT, toPage, type Page } from '../../../kernel/page';
import { found, requireKnown } from '../../../kernel/problems';
import { isInScope } from '../../../kernel/scopes';
import { currentPrincipal } from '../../../platform/context/request-context';
import { Recorder } from '../../../platform/recorders/recorder';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { UserNames } from '../../people/users';
import { EventsService } from '../events';
import { CONFLICT_KINDS, type ConflictKind } from './conflict-acknowledgement.entity';
import { CONFLICT_RECORD } from './conflict.record';
import type {
  AcknowledgeConflict,
  AcknowledgementView,
  ConflictSeverity,
  ConflictsQuery,
  ConflictView,
} from './conflicts.dto';
import {
  ConflictsRepository,
  pairOf,
  type AcknowledgementRow,
  type ConflictKey,
  type FoundConflict,
} from './conflicts.repository';

const SEVERITY: Readonly<Record<ConflictKind, ConflictSeverity>> = {
  vehicle: 'error',
  driver: 'error',
  over_capacity: 'error',
  team_member: 'warning',
  guest: 'warning',
  outside_tour: 'warning',
};

/** What trips can be in conflict about. */
const OF_TRIPS: readonly ConflictKind[] = ['vehicle', 'driver'];

/** What does not go together in the plans of the organization in scope. */
@Injectable()
export class ConflictsService {
  constructor(
    private readonly conflicts: ConflictsRepository,
    private readonly events: EventsService,
    private readonly userNames: UserNames,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed when the period ends before it starts */
  async list(query: ConflictsQuery): Promise<Page<ConflictView>> {
    const { eventId, tourId, kind: kinds = CONFLICT_KINDS, acknowledged = false } = query;
    const period = await this.events.periodOf(query);
    const { rows, total } = await this.conflicts.list({ ...period, eventId, tourId, kinds, acknowledged }, query);
    return toPage(await this.shown(rows), total, query);
  }

  /** All conflicts of an event, acknowledged or not; the first of them, if there are very many. */
  async ofEvent(eventId: string, kinds: readonly ConflictKind[] = CONFLICT_KINDS): Promise<ConflictView[]> {
    const { rows } = await this.conflicts.list({ eventId, kinds }, { page: 1, limit: MAX_OF_EVENT });
    return this.shown(rows);
  }

  /**
   * Notes that the caller knows of a conflict. Doing so again changes the note.
   *
   * @throws NotFound naming the events that there are not; NotFound when they have no such conflict
   */
  acknowledge({ note = null, ...key }: AcknowledgeConflict): Promise<ConflictView> {
    return this.unitOfWork.run(async () => {
      // Whoever changes times locks the event, too.
      const known = await this.events.lockMany(key.eventIds.filter(isId));
      requireKnown(key.eventIds, [...known], (index) => `eventIds.${index}`);
      found(await this.find(key));
      const before = await this.conflicts.lockAcknowledgement(key);
      if (before?.note !== note || before === null) await this.write(key, note, before);
      return found(await this.find(key));
    });
  }

  /** Takes that back. @throws NotFound when nobody has acknowledged such a conflict */
  reopen(key: ConflictKey): Promise<void> {
    return this.unitOfWork.run(async () => {
      await this.end(found(await this.conflicts.lockAcknowledgement(key)));
    });
  }

  /** Ends the acknowledgements of an event's conflicts, inside the caller's unit of work: its times have changed. */
  async reopenAllOfEvent(eventId: string): Promise<void> {
    for (const acknowledgement of await this.conflicts.lockOfEvent(eventId)) await this.end(acknowledgement);
  }

  /** Like {@link reopenAllOfEvent}, of what its trips can be in conflict about: the time of one has changed. */
  async reopenTripsOfEvent(eventId: string): Promise<void> {
    for (const acknowledgement of await this.conflicts.lockOfEvent(eventId))
      if (OF_TRIPS.includes(acknowledgement.kind)) await this.end(acknowledgement);
  }

  /** Like {@link reopenAllOfEvent}, for a tour whose days have changed. */
  async reopenAllOfTour(tourId: string): Promise<void> {
    for (const acknowledgement of await this.conflicts.lockOfSubject('outside_tour', tourId))
      await this.end(acknowledgement);
  }

  private async find({ kind, subjectId, eventIds }: ConflictKey): Promise<ConflictView | null> {
    const [first, second] = pairOf(eventIds);
    const views = await this.ofEvent(first, [kind]);
    const isIt = ({ subject, events }: ConflictView) =>
      subject.id === subjectId && pairOf(events.map(({ id }) => id)).join() === [first, second].join();
    return views.find(isIt) ?? null;
  }

  private async write(key: ConflictKey, note: string | null, before: AcknowledgementRow | null): Promise<void> {
    const now = this.clock.now();
    const createdBy = currentPrincipal().userId;
    if (before === null) {
      const [firstEventId, secondEventId] = pairOf(key.eventIds);
      const { kind, subjectId } = key;
      const times = { createdAt: now, updatedAt: now };
      const row = { id: newId(), kind, subjectId, firstEventId, secondEventId, note, createdBy };
      await this.conflicts.insert({ ...row, ...times });
    } else {
      await this.conflicts.update(before.id, { note, createdBy, updatedAt: now });
    }
    const after = found(await this.conflicts.lockAcknowledgement(key));
    this.recorder.record(CONFLICT_RECORD, 'acknowledged', before && viewOf(before), viewOf(after));
  }

  private async end(acknowledgement: AcknowledgementRow): Promise<void> {
    await this.conflicts.delete(acknowledgement.id);
    this.recorder.record(CONFLICT_RECORD, 'reopened', viewOf(acknowledgement), null);
  }

  private async shown(rows: readonly FoundConflict[]): Promise<ConflictView[]> {
    const made = rows.flatMap(({ acknowledgedBy }) => (acknowledgedBy === null ? [] : [{ createdBy: acknowledgedBy }]));
    const names = new Map(
      (await this.userNames.withCreatorNames(made)).map(({ createdBy, createdByName }) => [createdBy, createdByName]),
    );
    const seesGuests = isInScope(currentPrincipal(), { resource: 'guests', writes: false });
    return rows.map(({ kind, subjectType, subjectId, subjectName, events, from, to, ...row }) => ({
      kind,
      severity: SEVERITY[kind],
      subject: { type: subjectType, id: subjectId, name: kind !== 'guest' || seesGuests ? subjectName : null },
      events: [...events],
      from,
      to,
      acknowledged:
        row.acknowledgedBy === null || row.acknowledgedAt === null
          ? null
          : { note: row.note, byName: names.get(row.acknowledgedBy) ?? null, at: row.acknowledgedAt },
    }));
  }
}

/** More than anybody looks at: ten times as many as a page of a list has. */
const MAX_OF_EVENT = 10 * MAX_LIMIT;

function viewOf({ firstEventId, secondEventId, ...row }: AcknowledgementRow): AcknowledgementView {
  return { ...row, eventIds: [...new Set([firstEventId, secondEventId])] };
}
