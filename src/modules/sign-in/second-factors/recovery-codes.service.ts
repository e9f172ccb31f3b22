import { Injectable } from '@nestjs/common';
import { Conflict } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import { FactorChanges } from './factor-changes.service';
import { FactorsInForce } from './factors-in-force.service';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes';
import { SecondFactorsRepository } from './second-factors.repository';

/** The codes that stand in for a second factor. */
@Injectable()
export class RecoveryCodes {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly inForce: FactorsInForce,
    private readonly changes: FactorChanges,
  ) {}

  /** Gives the caller new codes instead of earlier ones. @throws Conflict `no_second_factor` */
  async renew(): Promise<string[]> {
    const { userId, organizationId } = currentPrincipal();
    return this.inForce.change(userId, async () => {
      if ((await this.factors.countFactors(userId)) === 0)
        throw new Conflict('no_second_factor', 'Recovery codes stand in for a second factor: set one up first.');
      await this.changes.added(userId, 'recoveryCodes', organizationId);
      return this.replace(userId);
    });
  }

  /** Gives a user new codes instead of earlier ones, inside the caller's unscoped unit of work. */
  async replace(userId: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    await this.factors.replaceCodes(userId, codes.map(hashRecoveryCode));
    return codes;
  }
}
