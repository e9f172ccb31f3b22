import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { HOUR_MS } from '../../kernel/durations';
import { hashToken, newId, randomToken } from '../../kernel/ids';
import { PasswordResetRepository } from './password-reset.repository';

/** How long a token is valid. */
export const TOKEN_LIFETIME_MS = HOUR_MS;
/** The most tokens that are mailed to a user within an hour. */
const MAX_PER_USER = 10;
/** How many of those one network may ask for: a stranger alone can't keep the user from getting one. */
const MAX_PER_NETWORK = 5;

/**
 * The tokens by which passwords are reset: one at a time for each user. Whatever changes happens inside the caller's
 * unscoped unit of work.
 */
@Injectable()
export class PasswordResetTokens {
  constructor(
    private readonly resets: PasswordResetRepository,
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
    const now = this.clock.now();
    const { all, fromThere } = await this.resets.countSince(userId, network, new Date(now.getTime() - HOUR_MS));
    if (all >= MAX_PER_USER || fromThere >= MAX_PER_NETWORK) return null;
    await this.resets.endAllOf(userId, now);
    const token = randomToken();
    await this.resets.addToken({
      id: newId(),
      userId,
      tokenHash: hashToken(token),
      requestedFrom: network,
      createdAt: now,
      expiresAt: new Date(now.getTime() + TOKEN_LIFETIME_MS),
    });
    return token;
  }

  /** Whose password a token resets, or null when it is not valid (any more). */
  userOf(token: string): Promise<string | null> {
    return this.resets.userOf(hashToken(token), this.clock.now());
  }

  /** Spends a token; says whether it was valid. The caller must end the user's other tokens. */
  use(token: string, userId: string): Promise<boolean> {
    return this.resets.use(hashToken(token), userId, this.clock.now());
  }

  /** Makes a user's tokens worthless; says how many were not. */
  endAllOf(userId: string): Promise<number> {
    return this.resets.endAllOf(userId, this.clock.now());
  }
}
