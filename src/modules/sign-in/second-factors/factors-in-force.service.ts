import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { Conflict } from '../../../kernel/problems';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { UsersService } from '../../people/users';
import { FactorChanges } from './factor-changes.service';
import { FactorRequirement } from './factor-requirement.service';
import { FACTORS_REASON, SecondFactorsRepository } from './second-factors.repository';

/** The authenticator apps and passkeys that sign-ins ask for: what follows when one comes or goes. */
@Injectable()
export class FactorsInForce {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly users: UsersService,
    private readonly requirement: FactorRequirement,
    private readonly changes: FactorChanges,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Runs what changes the factors of a user in an unscoped unit of work that has locked the user. @throws NotFound */
  change<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
    return this.unitOfWork.runUnscoped(FACTORS_REASON, async () => {
      await this.users.lock(userId);
      return work();
    });
  }

  /** A factor of a user is in force, inside the {@link change} that put it there. */
  async wasAdded(userId: string, kind: 'totp' | 'passkey', organizationId: string): Promise<void> {
    if ((await this.factors.countFactors(userId)) === 1)
      await this.users.setSecondFactorSince(userId, this.clock.now());
    await this.changes.added(userId, kind, organizationId);
  }

  /**
   * A factor of a user is gone, inside the {@link change} that deleted it.
   *
   * @throws Conflict `second_factor_required` when none is left and one is required
   */
  async wasRemoved(userId: string, kind: 'totp' | 'passkey', organizationId: string): Promise<void> {
    if ((await this.factors.countFactors(userId)) === 0) {
      if (await this.requirement.appliesTo(userId)) {
        throw new Conflict('second_factor_required', 'A second factor is required here: set up another one first.');
      }
      await this.users.setSecondFactorSince(userId, null);
      await this.factors.replaceCodes(userId, []);
    }
    await this.changes.removed(userId, kind, organizationId);
  }
}
