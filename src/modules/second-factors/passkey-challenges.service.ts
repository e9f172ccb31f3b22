import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { MINUTE_MS } from '../../kernel/durations';
import { hashToken, randomToken } from '../../kernel/ids';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { PasskeysRepository } from './passkeys.repository';
import { FACTORS_REASON } from './second-factors.repository';

/** How long a browser may take. */
export const CHALLENGE_MS = 5 * MINUTE_MS;

/** The random bytes that devices sign, each once. */
@Injectable()
export class PasskeyChallenges {
  constructor(
    private readonly passkeys: PasskeysRepository,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A new challenge in base64url. @param userId whose registration it is for; null for a sign-in */
  async make(userId: string | null): Promise<string> {
    const challenge = randomToken();
    const expiresAt = new Date(this.clock.now().getTime() + CHALLENGE_MS);
    await this.unitOfWork.runUnscoped(FACTORS_REASON, () =>
      this.passkeys.insertChallenge({ challengeHash: hashToken(challenge), userId, expiresAt }),
    );
    return challenge;
  }

  /** Uses up a challenge, whatever becomes of the response to it; says whether it was valid. */
  spend(challenge: string, userId: string | null): Promise<boolean> {
    return this.unitOfWork.runUnscoped(FACTORS_REASON, () =>
      this.passkeys.spendChallenge(hashToken(challenge), userId, this.clock.now()),
    );
  }
}
