import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { codeKey, keyOfCode } from '../../../kernel/codes';
import { expiryProblem } from '../../../kernel/expiry';
import { isId, newId } from '../../../kernel/ids';
import { toPage, type Page } from '../../../kernel/page';
import { Conflict, found, forField, requireFound, requireValid, ValidationFailed } from '../../../kernel/problems';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { mapConstraintErrors, type ConstraintErrors } from '../../../platform/database/constraint-errors';
import { withNulls } from '../../../platform/fields/fields';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { Recorder } from '../../../platform/recorders/recorder';
import { PlansService } from '../plans';
import { COUPON_RECORD } from './coupon.record';
import { fitProblem, reasonAgainst, termsProblems } from './coupon-fit';
import {
  withAmount,
  type CouponsQuery,
  type CouponValidity,
  type CouponView,
  CreateCoupon,
  type RedeemedCoupon,
  type UpdateCoupon,
  type ValidateCoupon,
} from './coupons.dto';
import { COUPONS_REASON, CouponsRepository, type CouponForOrganization } from './coupons.repository';

/** Which coupon is redeemed, by whom and for what. */
interface Redemption {
  /** As the caller sent it. */
  code: string;
  planId: string;
  /** The plan's. */
  currency: string;
  organizationId: string;
}

/** The fields that can't change any more once an organization has redeemed the coupon. */
const TERMS: readonly string[] = ['code', 'percentOff', 'amountOff', 'currency', 'duration', 'durationMonths'];

const UNLESS_TAKEN: ConstraintErrors = {
  coupons_code_unique: () => new Conflict('code_taken', 'Another coupon has this code, ignoring case.'),
};

/** The coupons of the platform: their rules, each change in one transaction. */
@Injectable()
export class CouponsService {
  constructor(
    private readonly coupons: CouponsRepository,
    private readonly plans: PlansService,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(query: CouponsQuery): Promise<Page<CouponView>> {
    const { rows, total } = await this.coupons.list(query);
    return toPage(rows.map(withAmount), total, query);
  }

  /** @throws NotFound */
  async get(id: string): Promise<CouponView> {
    return withAmount(found(isId(id) ? await this.coupons.find(id) : null));
  }

  /**
   * Whether the organization in scope could redeem a coupon now. It redeems nothing.
   *
   * @throws NotFound for an unknown plan
   */
  async validate({ code, planId }: ValidateCoupon): Promise<CouponValidity> {
    const plan = planId === undefined ? null : await forField('planId', this.plans.get(planId));
    const coupon = await this.findFor(currentOrganizationId(), codeKey(code));
    const reason = reasonAgainst(coupon, plan, this.clock.now());
    return { valid: reason === null, code: coupon?.code ?? code, reason };
  }

  /** The id of the coupon that has a code now, or null. */
  async idOf(code: string): Promise<string | null> {
    return (await this.findFor(currentOrganizationId(), codeKey(code)))?.id ?? null;
  }

  /**
   * Redeems a coupon inside the caller's unit of work, which also makes the subscription. Others who redeem the coupon
   * wait until that ends, so the last redemption is given once.
   *
   * @returns what the subscription copies: it keeps these terms when the coupon changes
   * @throws ValidationFailed on `couponCode` when the coupon does not fit
   */
  redeem({ code, planId, currency, organizationId }: Redemption): Promise<RedeemedCoupon> {
    return this.unitOfWork.runUnscoped(COUPONS_REASON, async () => {
      const coupon = await this.lockFor(organizationId, codeKey(code));
      const now = this.clock.now();
      const reason = reasonAgainst(coupon, { id: planId, currency }, now);
      if (coupon === null || reason !== null) throw new ValidationFailed([fitProblem(reason ?? 'unknown')]);
      await this.coupons.redeem(coupon.id, organizationId, now);
      const redeemed = termsOf(withAmount(coupon));
      // In the log of the organization that redeemed it, which does not learn how many others have.
      const { id, code: redeemedCode } = redeemed;
      this.recorder.log(COUPON_RECORD, 'redeemed', null, { id, code: redeemedCode }, { organizationId });
      return redeemed;
    });
  }

  /**
   * @throws ValidationFailed when it has expired already, NotFound for an unknown plan
   * @throws Conflict `code_taken`
   */
  create(input: CreateCoupon): Promise<CouponView> {
    return this.unitOfWork.runUnscoped(COUPONS_REASON, async () => {
      const { planIds = [], ...own } = withNulls(CreateCoupon, input);
      const now = this.clock.now();
      const coupon = { ...own, id: newId(), duration: own.duration ?? 'once', redemptions: 0 };
      requireValid([expiryProblem(coupon.expiresAt, now)]);
      await this.plans.requireAll(planIds);
      const row = { ...coupon, codeKey: keyOfCode(coupon.code), createdAt: now, updatedAt: now };
      await mapConstraintErrors(this.coupons.insert(row), UNLESS_TAKEN);
      await this.coupons.setPlans(coupon.id, planIds);
      const view = await this.get(coupon.id);
      this.recorder.created(COUPON_RECORD, view);
      return view;
    });
  }

  /**
   * Changes a coupon. Once it has been redeemed, only its limit, its expiry and its plans can change.
   *
   * @throws NotFound, PreconditionFailed (If-Match), Conflict `code_taken`
   * @throws ValidationFailed when the terms contradict each other, or it would have expired already
   * @throws Conflict `coupon_redeemed` for any other change of a redeemed one, and for a limit below its redemptions
   */
  update(id: string, changes: UpdateCoupon): Promise<CouponView> {
    return this.unitOfWork.runUnscoped(COUPONS_REASON, async () => {
      const before = await this.lock(id);
      requireMatch(COUPON_RECORD, before);
      const { planIds, ...own } = changes;
      const wanted = { ...before, ...changes };
      requireValid(termsProblems(wanted, own.amountOff === undefined ? 'currency' : 'amountOff'));
      const changed = Object.keys(COUPON_RECORD.auditedBetween(before, withAmount(wanted)));
      if (changed.length === 0) return before;
      const now = this.clock.now();
      if (changed.includes('expiresAt')) requireValid([expiryProblem(own.expiresAt ?? null, now)]);
      requireUnpromised(before, changed, wanted.maxRedemptions);
      if (planIds !== undefined) {
        await this.plans.requireAll(planIds);
        await this.coupons.setPlans(id, planIds);
      }
      const code = own.code === undefined ? {} : { codeKey: keyOfCode(own.code) };
      await mapConstraintErrors(this.coupons.update(id, { ...own, ...code, updatedAt: now }), UNLESS_TAKEN);
      const after = await this.get(id);
      this.recorder.updated(COUPON_RECORD, before, after);
      return after;
    });
  }

  /**
   * Deletes a coupon. Subscriptions that have redeemed it keep the discount.
   *
   * @throws NotFound, PreconditionFailed (If-Match)
   */
  delete(id: string): Promise<void> {
    return this.unitOfWork.runUnscoped(COUPONS_REASON, async () => {
      const coupon = await this.lock(id);
      requireMatch(COUPON_RECORD, coupon);
      await this.coupons.delete(id);
      this.recorder.deleted(COUPON_RECORD, coupon);
    });
  }

  private async lockFor(organizationId: string, key: string | null): Promise<CouponForOrganization | null> {
    if (key !== null) await this.coupons.lockByCode(key);
    return this.findFor(organizationId, key);
  }

  private async findFor(organizationId: string, key: string | null): Promise<CouponForOrganization | null> {
    return key === null ? null : this.coupons.findFor(organizationId, key);
  }

  private async lock(id: string): Promise<CouponView> {
    requireFound(isId(id) && (await this.coupons.lock(id)));
    return this.get(id);
  }
}

function termsOf(coupon: CouponView): RedeemedCoupon {
  const { id, code, percentOff, amountOff, currency, duration, durationMonths, planIds } = coupon;
  return { id, code, percentOff, amountOff, currency, duration, durationMonths, planIds };
}

function requireUnpromised(
  { redemptions }: CouponView,
  changed: readonly string[],
  maxRedemptions: number | null,
): void {
  if (redemptions === 0) return;
  if (changed.some((field) => TERMS.includes(field)))
    throw new Conflict(
      'coupon_redeemed',
      'The coupon has been redeemed: its code and what it takes off cannot change.',
    );
  if (maxRedemptions !== null && maxRedemptions < redemptions)
    throw new Conflict('coupon_redeemed', `The coupon has been redeemed ${redemptions} times already.`);
}
