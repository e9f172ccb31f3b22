import { Injectable } from '@nestjs/common';
import { SessionOrganizations } from '../../people/members';
import { UsersService } from '../../people/users';
import { FactorAttempts } from './factor-attempts.service';
import { FactorChanges } from './factor-changes.service';
import { FactorsInForce } from './factors-in-force.service';
import { SecondFactorsRepository } from './second-factors.repository';

/** Takes factors from users, whether they have them at hand or not. */
@Injectable()
export class FactorRemoval {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly users: UsersService,
    private readonly organizations: SessionOrganizations,
    private readonly attempts: FactorAttempts,
    private readonly inForce: FactorsInForce,
    private readonly changes: FactorChanges,
  ) {}

  /** Takes all factors from a user who has lost them, and ends what could still be signed in by them. @throws NotFound */
  async resetOf(userId: string): Promise<void> {
    await this.attempts.clear(userId);
    await this.inForce.change(userId, async () => {
      const hadTotp = await this.factors.deleteTotp(userId, true);
      const hadPasskeys = (await this.factors.deletePasskeys(userId)) > 0;
      await this.factors.replaceCodes(userId, []);
      if (!hadTotp && !hadPasskeys) return;
      await this.users.setSecondFactorSince(userId, null);
      await this.changes.reset(userId, await this.organizations.defaultFor({ id: userId, superAdmin: false }));
    });
  }

  /**
   * Takes all factors of a kind from a user who is locked, inside the caller's unscoped unit of work: a stranger may have
   * set them up.
   *
   * @returns how many there were
   */
  async takeAll(userId: string, kind: 'totp' | 'passkey'): Promise<number> {
    const count =
      kind === 'totp' ? Number(await this.factors.deleteTotp(userId, true)) : await this.factors.deletePasskeys(userId);
    if (count === 0) return 0;
    if ((await this.factors.countFactors(userId)) === 0) await this.users.setSecondFactorSince(userId, null);
    this.changes.taken(userId, kind, await this.organizations.defaultFor({ id: userId, superAdmin: false }));
    return count;
  }
}
