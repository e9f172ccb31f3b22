import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '../../../kernel/durations';
import { select } from '../../../platform/database/table';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { OneTimeTokens, TokenKind } from '../../../platform/tokens/one-time-tokens';
import { PasskeyChallenge } from './passkey-challenge.entity';
import { FACTORS_REASON } from './second-factors.repository';

/** How long a browser may take. */
export const CHALLENGE_MS = 5 * MINUTE_MS;

const CHALLENGE = new TokenKind(FACTORS_REASON, PasskeyChallenge, {
  hash: 'challengeHash',
  lifetimeMs: CHALLENGE_MS,
  found: select(PasskeyChallenge, 't', 'userId'),
});

/** The random bytes that devices sign, each once. */
@Injectable()
export class PasskeyChallenges {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** A new challenge in base64url. @param userId whose registration it is for; null for a sign-in */
  make(userId: string | null): Promise<string> {
    return this.unitOfWork.runUnscoped(FACTORS_REASON, () => this.tokens.issue(CHALLENGE, { userId }));
  }

  /** Uses up a challenge, whatever becomes of the response to it; says whether it was valid. */
  spend(challenge: string, userId: string | null): Promise<boolean> {
    return this.unitOfWork.runUnscoped(FACTORS_REASON, () => this.tokens.spend(CHALLENGE, challenge, userId));
  }
}
