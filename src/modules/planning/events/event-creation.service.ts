import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { found } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import { withNulls } from '../../../platform/fields/fields';
import { Recorder } from '../../../platform/recorders/recorder';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { OrganizationsService } from '../../people/organizations';
import { checkedByKeys, searchTextOf } from './event-keys';
import { FIRST_MAX_PLUS_ONES, type Event } from './event.entity';
import { EVENT_RECORD } from './event.record';
import { toVenue, CreateEvent, type EventView } from './events.dto';
import { EventsRepository } from './events.repository';
import { EventsService } from './events.service';
import { toQuestions } from './questions';

/** New events: made by somebody, or like another one. */
@Injectable()
export class EventCreation {
  constructor(
    private readonly repository: EventsRepository,
    private readonly events: EventsService,
    private readonly organizations: OrganizationsService,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound for an unknown tour, Conflict `external_id_taken` */
  create(input: CreateEvent): Promise<EventView> {
    return this.unitOfWork.run(async () => {
      const timezone = input.timezone ?? (await this.organizations.current()).timezone;
      const id = newId();
      const now = this.clock.now();
      const event = {
        ...withNulls(CreateEvent, input),
        id,
        status: input.status ?? 'draft',
        timezone,
        venue: toVenue(input.venue ?? null),
        maxPlusOnes: input.maxPlusOnes === undefined ? FIRST_MAX_PLUS_ONES : input.maxPlusOnes,
        waitlist: input.waitlist ?? 'off',
        questions: toQuestions(input.questions ?? [], []),
        createdBy: currentPrincipal().userId,
        cancelledAt: input.status === 'cancelled' ? now : null,
        revision: 0,
        createdAt: now,
        updatedAt: now,
      };
      await checkedByKeys(event.tourId, () => this.repository.insert({ ...event, search: searchTextOf(event) }));
      const view = await this.events.get(id);
      this.recorder.created(EVENT_RECORD, view);
      return view;
    });
  }

  /**
   * Creates a draft like an event that is locked, at another time, inside the caller's unit of work. It has everything
   * that is stored of the event but what identifies that.
   */
  async copy(
    source: EventView,
    { startsAt, endsAt, rsvpDeadline }: Pick<Event, 'startsAt' | 'endsAt' | 'rsvpDeadline'>,
  ): Promise<EventView> {
    const { tourName: _tourName, ...stored } = found(await this.repository.find(source.id));
    const id = newId();
    const now = this.clock.now();
    await this.repository.insert({
      ...stored,
      id,
      status: 'draft',
      startsAt,
      endsAt,
      rsvpDeadline,
      questions: stored.questions.map((question) => ({ ...question, id: newId() })),
      externalId: null,
      search: searchTextOf(stored),
      createdBy: currentPrincipal().userId,
      cancelledAt: null,
      revision: 0,
      createdAt: now,
      updatedAt: now,
    });
    const view = await this.events.get(id);
    this.recorder.created(EVENT_RECORD, view);
    return view;
  }
}
