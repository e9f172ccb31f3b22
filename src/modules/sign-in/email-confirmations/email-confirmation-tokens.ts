import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { DAY_MS, HOUR_MS } from '../../../kernel/durations';
import { emailKey } from '../../../kernel/email';
import { Gone, TooManyRequests } from '../../../kernel/problems';
import { MailQueue } from '../../../platform/mail/mail-queue';
import { select, type RowOf } from '../../../platform/database/table';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { OneTimeTokens, TokenKind } from '../../../platform/tokens/one-time-tokens';
import { EmailConfirmation } from './email-confirmation.entity';
import { EMAIL_CONFIRMATION_REASON, EmailConfirmationsRepository } from './email-confirmations.repository';

/** How long a token is valid. */
export const LIFETIME_DAYS = 3;
/** The most messages that a user can ask for within an hour. */
const MAX_RESENT_PER_HOUR = 5;

const LIFETIME = { lifetimeMs: LIFETIME_DAYS * DAY_MS };
const CONFIRMED = select(EmailConfirmation, 't', 'userId', 'newEmail', 'sessionId');
const CONFIRMING = new TokenKind(EMAIL_CONFIRMATION_REASON, EmailConfirmation, {
  ...LIFETIME,
  hash: 'tokenHash',
  found: CONFIRMED,
});
/** Each stops a change of address, and is over with it. */
const CANCELLING = new TokenKind(EMAIL_CONFIRMATION_REASON, EmailConfirmation, {
  ...LIFETIME,
  hash: 'cancelHash',
  found: select(EmailConfirmation, 't', 'userId'),
});

/**
 * The tokens by which addresses are confirmed, and changes of them stopped: one that is valid at a time for each user.
 * Whatever changes happens inside the caller's unscoped unit of work, which has locked the user.
 */
@Injectable()
export class EmailConfirmationTokens {
  constructor(
    private readonly confirmations: EmailConfirmationsRepository,
    private readonly tokens: OneTimeTokens,
    private readonly mails: MailQueue,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Makes a token that confirms the user's own address.
   *
   * @param resent whether the user asked for it
   * @returns the token, which is not stored
   */
  issue(userId: string, resent: boolean): Promise<string> {
    return this.supersede({ userId, resent, newEmail: null, cancelHash: null, sessionId: null });
  }

  /**
   * Makes a token that confirms another address, and one that stops it.
   *
   * @param newEmail null when nobody is to be mailed the former
   * @param sessionId that of the request
   * @returns both, which are not stored
   */
  async issueChange(
    userId: string,
    newEmail: string | null,
    sessionId: string,
  ): Promise<{ token: string; cancelToken: string }> {
    const { token: cancelToken, stored } = this.tokens.make(CANCELLING);
    const token = await this.supersede({ userId, resent: true, newEmail, cancelHash: stored.cancelHash, sessionId });
    return { token, cancelToken };
  }

  /** @throws TooManyRequests after five messages within an hour */
  async requireFew(userId: string): Promise<void> {
    const now = this.clock.now().getTime();
    const { count, first } = await this.confirmations.resentSince(userId, new Date(now - HOUR_MS));
    if (first === null || count < MAX_RESENT_PER_HOUR) return;
    const seconds = (Date.parse(first) + HOUR_MS - now) / 1000;
    throw new TooManyRequests(seconds, 'Five messages were sent within the last hour. Try again later.');
  }

  /** What a token confirms. @throws Gone `confirmation_gone` when it is not valid (any more) */
  async find(token: string): Promise<RowOf<typeof CONFIRMED>> {
    return foundOrGone(await this.tokens.find(CONFIRMING, token));
  }

  /** Whose change of address a token stops. @throws Gone `confirmation_gone` when it is not valid (any more) */
  async userOfCancel(token: string): Promise<string> {
    return foundOrGone(await this.tokens.find(CANCELLING, token)).userId;
  }

  /** Spends a token that confirms. @throws Gone `confirmation_gone` */
  async use(token: string, userId: string): Promise<void> {
    if (!(await this.tokens.spend(CONFIRMING, token, userId))) throw gone();
  }

  /** Spends a token that stops a change, and with it the change's own. @throws Gone `confirmation_gone` */
  async useCancel(token: string, userId: string): Promise<void> {
    if (!(await this.tokens.spend(CANCELLING, token, userId))) throw gone();
  }

  /** Ends a user's change of address that waits; says how many there were. */
  endChangesOf(userId: string): Promise<number> {
    return this.tokens.endAllOf(CANCELLING, userId);
  }

  /** Makes all tokens of a user worthless; says how many were not. */
  endAllOf(userId: string): Promise<number> {
    return this.tokens.endAllOf(CONFIRMING, userId);
  }

  /** Forgets a user who is being erased, and mail to an address that they wanted; says how many tokens there were. */
  async forget(userId: string): Promise<number> {
    const forgotten = await this.confirmations.forget(userId);
    for (const { newEmail } of forgotten)
      if (newEmail !== null) await this.mails.forgetEverywhere(emailKey(newEmail), this.unitOfWork.current);
    return forgotten.length;
  }

  private async supersede(
    fields: Pick<EmailConfirmation, 'userId' | 'newEmail' | 'cancelHash' | 'sessionId' | 'resent'>,
  ): Promise<string> {
    await this.endAllOf(fields.userId);
    return this.tokens.issue(CONFIRMING, fields);
  }
}

/** Always the same: the response must not reveal what became of a token. */
export function gone(): Gone {
  return new Gone('confirmation_gone', 'The link is not valid any more. Ask for a new one.');
}

function foundOrGone<T>(found: T | null): T {
  if (found === null) throw gone();
  return found;
}
