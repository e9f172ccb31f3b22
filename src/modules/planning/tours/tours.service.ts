import { Inject, Injectable } from '@nestjs/common';
import { Recorder } from '../../../platform/recorders/recorder';
import { CLOCK, utcDay, type Clock } from '../../../kernel/clock';
import { toWalkedPage, type WalkedPage } from '../../../kernel/page';
import { Conflict, found, requireFound, requireValid } from '../../../kernel/problems';
import { Steps } from '../../../kernel/steps';
import { searchText } from '../../../kernel/search-text';
import { mapConstraintErrors, type ConstraintErrors } from '../../../platform/database/constraint-errors';
import { withNulls } from '../../../platform/fields/fields';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { OrganizationsService } from '../../people/organizations';
import { SummariesService, type TourSummary } from '../summaries';
import { idInRareColour } from './tour-colours';
import { TOUR_RECORD } from './tour.record';
import { CreateTour, toTourView, type ListedTour, type ToursQuery, type TourView, type UpdateTour } from './tours.dto';
import { budgetProblem, datesProblem } from './tour-rules';
import { ToursRepository, type CalendarTour } from './tours.repository';

const UNLESS_TAKEN: ConstraintErrors = {
  tours_external_id: () => new Conflict('external_id_taken', 'Another tour has this externalId.'),
};

/** The tours of the organization in scope: their rules, each change in one transaction. */
@Injectable()
export class ToursService {
  /** What else ends when the days of a tour, given by its id, change; in the change's unit of work. */
  readonly rescheduling = new Steps<string>();

  constructor(
    private readonly tours: ToursRepository,
    private readonly organizations: OrganizationsService,
    private readonly summaries: SummariesService,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(query: ToursQuery): Promise<WalkedPage<ListedTour>> {
    const { rows, ...walk } = await this.tours.list(query);
    return toWalkedPage(await this.withIncluded(rows.map(toTourView), query), walk, query);
  }

  /** @throws NotFound when the organization in scope has no such tour */
  async get(id: string): Promise<TourView> {
    return toTourView(found(await this.tours.find(id)));
  }

  /** The figures of a tour. @throws NotFound */
  async summary(id: string): Promise<TourSummary> {
    const [summary] = (await this.summaries.ofTours([await this.get(id)])).values();
    return found(summary ?? null);
  }

  /** A tour as calendars show it. @throws NotFound */
  async calendarEntry(id: string): Promise<CalendarTour> {
    return found(await this.tours.calendarEntry(id));
  }

  /**
   * @throws ValidationFailed when its currency can't hold the budget
   * @throws Conflict `external_id_taken`
   */
  create(input: CreateTour): Promise<TourView> {
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const id = idInRareColour(await this.tours.countByDigitAlone(utcDay(now)));
      const currency = input.currency ?? (await this.organizations.current()).currency;
      const tour = {
        ...withNulls(CreateTour, input),
        status: input.status ?? 'draft',
        currency,
        id,
      };
      requireValid([budgetProblem(tour.budget, currency)]);
      await mapConstraintErrors(
        this.tours.insert({ ...tour, search: searchText(tour.name), revision: 0, createdAt: now, updatedAt: now }),
        UNLESS_TAKEN,
      );
      const view = await this.get(id);
      this.recorder.created(TOUR_RECORD, view);
      return view;
    });
  }

  /** @throws NotFound, PreconditionFailed (If-Match), ValidationFailed when it would end before it starts, and as {@link create} */
  update(id: string, changes: UpdateTour): Promise<TourView> {
    return this.unitOfWork.run(async () => {
      const before = await this.lock(id);
      requireMatch(TOUR_RECORD, before);
      const changed = { ...before, ...changes };
      const sent = changes.budget === undefined ? 'currency' : 'budget';
      requireValid([datesProblem(changed), budgetProblem(changed.budget, changed.currency, sent)]);
      if (TOUR_RECORD.isSame(before, toTourView(changed))) return before;
      await mapConstraintErrors(
        this.tours.update(id, { ...changes, search: searchText(changed.name), updatedAt: this.clock.now() }),
        UNLESS_TAKEN,
      );
      const after = await this.get(id);
      this.recorder.updated(TOUR_RECORD, before, after);
      if (before.startDate !== after.startDate || before.endDate !== after.endDate) await this.rescheduling.take(id);
      return after;
    });
  }

  /** @throws NotFound, PreconditionFailed (If-Match), Conflict `tour_in_use` while events belong to the tour */
  delete(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const tour = await this.lock(id);
      requireMatch(TOUR_RECORD, tour);
      await mapConstraintErrors(this.tours.delete(id), {
        events_tour: () => new Conflict('tour_in_use', 'Events belong to this tour.'),
      });
      this.recorder.deleted(TOUR_RECORD, tour);
    });
  }

  private async withIncluded(views: TourView[], { include }: ToursQuery): Promise<ListedTour[]> {
    if (!include?.includes('summary')) return views;
    const summaries = await this.summaries.ofTours(views);
    // One that was deleted between the two reads has none.
    return views.map((view) => ({ ...view, summary: summaries.get(view.id) }));
  }

  private async lock(id: string): Promise<TourView> {
    requireFound(await this.tours.lock(id));
    return this.get(id);
  }
}
