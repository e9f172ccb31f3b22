import { Injectable } from '@nestjs/common';
import { currentPrincipal } from '../../../platform/context/request-context';
import { ProviderLinks } from '../single-sign-on';
import type { FactorsView } from './second-factors.dto';
import { SecondFactorsRepository } from './second-factors.repository';

/** What else than the password opens the caller's account. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly providerLinks: ProviderLinks,
  ) {}

  async list(): Promise<FactorsView> {
    const { userId } = currentPrincipal();
    const [totp, recoveryCodesLeft, passkeys, providers] = await Promise.all([
      this.factors.findTotp(userId),
      this.factors.countCodes(userId),
      this.factors.passkeys(userId),
      this.providerLinks.list(),
    ]);
    const enabledAt = totp?.enabledAt ?? null;
    return { totp: enabledAt === null ? null : { enabledAt }, recoveryCodesLeft, passkeys, providers };
  }
}
