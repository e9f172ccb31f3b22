import { Inject, Injectable } from '@nestjs/common';
import { Recorder } from '../../../platform/recorders/recorder';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { isId, newId } from '../../../kernel/ids';
import { toPage, type Page, type PageRequest } from '../../../kernel/page';
import { Conflict, found, requireFound, requireKnown, requireValid } from '../../../kernel/problems';
import { searchText } from '../../../kernel/search-text';
import { violatesForeignKey } from '../../../platform/database/failures';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { PLAN_RECORD } from './plan.record';
import {
  withPrices,
  type CreatePlan,
  type LockedPlan,
  type PlansQuery,
  type PlanView,
  type PublicPlanView,
  type UpdatePlan,
} from './plans.dto';
import { priceProblems } from './plan-rules';
import { PLANS_REASON, PlansRepository } from './plans.repository';

/** The plans of the platform: their rules, each change in one transaction. */
@Injectable()
export class PlansService {
  constructor(
    private readonly plans: PlansRepository,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The plans that are offered, cheapest first. */
  async listOffered(page: PageRequest): Promise<Page<PublicPlanView>> {
    const { rows, total } = await this.plans.listOffered(page);
    return toPage(rows.map(withPrices), total, page);
  }

  async list(query: PlansQuery): Promise<Page<PlanView>> {
    const { rows, total } = await this.plans.list(query);
    return toPage(rows.map(withPrices), total, query);
  }

  /** @throws NotFound */
  async get(id: string): Promise<PlanView> {
    return withPrices(found(isId(id) ? await this.plans.find(id) : null));
  }

  /**
   * The parts of a plan that a subscription is made from. Locks the plan until the caller's unit of work ends.
   *
   * @returns inactive ones too, with prices as the API shows them
   * @throws NotFound
   */
  async lockTerms(planId: string): Promise<LockedPlan> {
    return withPrices(found(isId(planId) ? await this.plans.lockTerms(planId) : null));
  }

  /**
   * Makes sure that these plans exist, and locks them against deletion until the caller's unit of work ends.
   *
   * @param ids each once, as the field `planIds` of a body names them
   * @throws NotFound naming those that do not exist
   */
  async requireAll(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    requireKnown(ids, await this.plans.lockShared(ids.filter(isId)), (index) => `planIds.${index}`);
  }

  create(input: CreatePlan): Promise<PlanView> {
    return this.unitOfWork.runUnscoped(PLANS_REASON, async () => {
      const id = newId();
      const now = this.clock.now();
      const nameKey = searchText(input.name);
      await this.plans.insert({ ...input, id, nameKey, active: input.active ?? true, createdAt: now, updatedAt: now });
      const view = await this.get(id);
      this.recorder.created(PLAN_RECORD, view);
      return view;
    });
  }

  /** @throws NotFound, PreconditionFailed (If-Match), ValidationFailed when the currency can't hold a price */
  update(id: string, changes: UpdatePlan): Promise<PlanView> {
    return this.unitOfWork.runUnscoped(PLANS_REASON, async () => {
      const before = await this.lock(id);
      requireMatch(PLAN_RECORD, before);
      const changed = { ...before, ...changes };
      requireValid(priceProblems(changed, changes));
      if (PLAN_RECORD.isSame(before, withPrices(changed))) return before;
      const nameKey = searchText(changed.name);
      await this.plans.update(id, { ...changes, nameKey, updatedAt: this.clock.now() });
      const after = await this.get(id);
      this.recorder.updated(PLAN_RECORD, before, after);
      return after;
    });
  }

  /** @throws NotFound, PreconditionFailed (If-Match), Conflict `plan_in_use` while anything refers to it */
  delete(id: string): Promise<void> {
    return this.unitOfWork.runUnscoped(PLANS_REASON, async () => {
      const plan = await this.lock(id);
      requireMatch(PLAN_RECORD, plan);
      try {
        await this.plans.delete(id);
      } catch (error) {
        // An organization, a subscription, an invoice, a coupon or the platform's settings may refer to the plan.
        if (violatesForeignKey(error))
          throw new Conflict('plan_in_use', 'The plan is in use. Make it inactive to stop offering it.');
        throw error;
      }
      this.recorder.deleted(PLAN_RECORD, plan);
    });
  }

  private async lock(id: string): Promise<PlanView> {
    requireFound(isId(id) && (await this.plans.lock(id)));
    return this.get(id);
  }
}
