import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { HOUR_MS } from '../../../kernel/durations';
import { select } from '../../../platform/database/table';
import { OneTimeTokens, TokenKind } from '../../../platform/tokens/one-time-tokens';
import { PASSWORD_RESET_REASON, PasswordResetRepository } from './password-reset.repository';
import { PasswordReset } from './password-reset.entity';

/** How long a token is valid. */
export const TOKEN_LIFETIME_MS = HOUR_MS;
/** The most tokens that are mailed to a user within an hour. */
const MAX_PER_USER = 10;
/** How many of those one network may ask for: a stranger alone can't keep the user from getting one. */
const MAX_PER_NETWORK = 5;

const RESET = new TokenKind(PASSWORD_RESET_REASON, PasswordReset, {
  hash: 'tokenHash',
  lifetimeMs: TOKEN_LIFETIME_MS,
  found: select(PasswordReset, 't', 'userId'),
});

/**
 * The tokens by which passwords are reset: one at a time for each user. Whatever changes happens inside the caller's
 * unscoped unit of work.
 */
@Injectable()
export class PasswordResetTokens {
  constructor(
    private readonly resets: PasswordResetRepository,
    private readonly tokens: OneTimeTokens,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Makes a token that supersedes the user's others, unless they got too many already: then the last one stays good.
   * The user must be locked, or the count is not exact.
   *
   * @param network of whoever asks
   * @returns the token, which is not stored; null when there are too many
   */
  async issue(userId: string, network: string): Promise<string | null> {
    const since = new Date(this.clock.now().getTime() - HOUR_MS);
    const { all, fromThere } = await this.resets.countSince(userId, network, since);
    if (all >= MAX_PER_USER || fromThere >= MAX_PER_NETWORK) return null;
    await this.endAllOf(userId);
    return this.tokens.issue(RESET, { userId, requestedFrom: network });
  }

  /** Whose password a token resets, or null when it is not valid (any more). */
  async userOf(token: string): Promise<string | null> {
    return (await this.tokens.find(RESET, token))?.userId ?? null;
  }

  /** Spends a token; says whether it was valid. The caller must end the user's other tokens. */
  use(token: string, userId: string): Promise<boolean> {
    return this.tokens.spend(RESET, token, userId);
  }

  /** Makes a user's tokens worthless; says how many were not. */
  endAllOf(userId: string): Promise<number> {
    return this.tokens.endAllOf(RESET, userId);
  }
}
