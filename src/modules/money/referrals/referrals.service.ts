import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { generateCode } from '../../../kernel/codes';
import { newId } from '../../../kernel/ids';
import { toPage, type Page } from '../../../kernel/page';
import { Conflict, found, requireFound } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { PlatformSettingsService } from '../../people/settings';
import { REFERRAL_RECORD } from './referral.record';
import {
  toReferralView,
  type CreateReferral,
  type ReferralsQuery,
  type ReferralView,
  type UpdateReferral,
} from './referrals.dto';
import { ReferralRecorder } from './referral.recorder';
import { ReferralsRepository } from './referrals.repository';

/** Codes are unique on the whole platform, so each user may take a limited number. */
const MAX_ACTIVE = 50;
/** The limit for one user in one organization, including codes that they took back: those stay reserved. */
const MAX_CODES = 500;

/** The codes by which users recommend the service. Each sees their own, in the organization that they made them in. */
@Injectable()
export class ReferralsService {
  constructor(
    private readonly referrals: ReferralsRepository,
    private readonly settings: PlatformSettingsService,
    private readonly recorder: ReferralRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The caller's own referrals. */
  async list(query: ReferralsQuery): Promise<Page<ReferralView>> {
    const { rows, total } = await this.referrals.list(currentPrincipal().userId, query);
    return toPage(rows.map(toReferralView), total, query);
  }

  /** @throws NotFound when the caller has no such referral in the organization in scope */
  async get(id: string): Promise<ReferralView> {
    return toReferralView(found(await this.referrals.find(id, currentPrincipal().userId)));
  }

  /**
   * @throws Conflict `code_taken` when anybody on the platform has the code that was chosen, `limit_reached` when the
   *   caller has too many
   */
  create({ code }: CreateReferral): Promise<ReferralView> {
    return this.unitOfWork.run(async () => {
      const { userId } = currentPrincipal();
      const { active, total } = await this.referrals.countAlone(userId);
      if (active >= MAX_ACTIVE || total >= MAX_CODES) throw limitReached();
      const { currency } = (await this.settings.get()).referralReward;
      const id = newId();
      const owned = { id, userId, currency, createdAt: this.clock.now() };
      if (code === undefined) while (!(await this.referrals.add({ ...owned, code: generateCode() })));
      else if (!(await this.referrals.add({ ...owned, code })))
        throw new Conflict('code_taken', 'Somebody has this code already.');
      const view = await this.get(id);
      this.recorder.created(view, currentPrincipal().userId);
      return view;
    });
  }

  /** @throws NotFound, PreconditionFailed (If-Match), Conflict `limit_reached` */
  update(id: string, changes: UpdateReferral): Promise<ReferralView> {
    return this.unitOfWork.run(async () => {
      const { userId } = currentPrincipal();
      const owned = changes.active === true ? await this.referrals.countAlone(userId) : null;
      requireFound(await this.referrals.lockOwn(id, userId));
      const before = await this.get(id);
      requireMatch(REFERRAL_RECORD, before);
      if (REFERRAL_RECORD.isSame(before, { ...before, ...changes })) return before;
      if (owned !== null && owned.active >= MAX_ACTIVE) throw limitReached();
      await this.referrals.update(id, { ...changes, updatedAt: this.clock.now() });
      const after = await this.get(id);
      this.recorder.updated(before, after);
      return after;
    });
  }

  /** Replaces the codes of a user who is being erased, in the organization in scope; none of them is good any more. */
  forgetOwner(userId: string): Promise<void> {
    return this.referrals.forgetOwner(userId);
  }
}

function limitReached(): Conflict {
  return new Conflict(
    'limit_reached',
    `There are ${MAX_ACTIVE} active codes of one user at most, and ${MAX_CODES} in all.`,
  );
}
