import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { DAY_MS, HOUR_MS } from '../../kernel/durations';
import { emailKey } from '../../kernel/email';
import { hashToken, newId, randomToken } from '../../kernel/ids';
import { Gone, TooManyRequests } from '../../kernel/problems';
import { MailQueue } from '../../platform/mail/mail-queue';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { EmailConfirmationsRepository, type LiveConfirmation } from './email-confirmations.repository';

/** How long a token is valid. */
export const LIFETIME_DAYS = 3;
/** The most messages that a user can ask for within an hour. */
const MAX_RESENT_PER_HOUR = 5;

/**
 * The tokens by which addresses are confirmed, and changes of them stopped: one that is valid at a time for each user.
 * Whatever changes happens inside the caller's unscoped unit of work, which has locked the user.
 */
@Injectable()
export class EmailConfirmationTokens {
  constructor(
    private readonly confirmations: EmailConfirmationsRepository,
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
  async issue(userId: string, resent: boolean): Promise<string> {
    return this.insert({ userId, resent, newEmail: null, cancelHash: null, sessionId: null });
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
    const cancelToken = randomToken();
    const cancelHash = hashToken(cancelToken);
    const token = await this.insert({ userId, resent: true, newEmail, cancelHash, sessionId });
    return { token, cancelToken };
  }

  /** @throws TooManyRequests after five messages within an hour */
  async requireFew(userId: string): Promise<void> {
    const now = this.clock.now().getTime();
    const { count, first } = await this.confirmations.resentSince(userId, new Date(now - HOUR_MS));
    if (count < MAX_RESENT_PER_HOUR) return;
    const seconds = (Date.parse(first!) + HOUR_MS - now) / 1000;
    throw new TooManyRequests(seconds, 'Five messages were sent within the last hour. Try again later.');
  }

  /** What a token confirms. @throws Gone `confirmation_gone` when it is not valid (any more) */
  async find(token: string): Promise<LiveConfirmation> {
    return foundOrGone(await this.confirmations.findLive(hashToken(token), this.clock.now()));
  }

  /** Whose change of address a token stops. @throws Gone `confirmation_gone` when it is not valid (any more) */
  async userOfCancel(token: string): Promise<string> {
    return foundOrGone(await this.confirmations.findByCancel(hashToken(token), this.clock.now())).userId;
  }

  /** Spends a token that confirms. @throws Gone `confirmation_gone` */
  async use(token: string): Promise<void> {
    if (!(await this.confirmations.use(hashToken(token), this.clock.now()))) throw gone();
  }

  /** Spends a token that stops a change, and with it the change's own. @throws Gone `confirmation_gone` */
  async useCancel(token: string): Promise<void> {
    if (!(await this.confirmations.useCancel(hashToken(token), this.clock.now()))) throw gone();
  }

  /** Ends a user's change of address that waits; says how many there were. */
  endChangesOf(userId: string): Promise<number> {
    return this.confirmations.endChangesOf(userId, this.clock.now());
  }

  /** Makes all tokens of a user worthless; says how many were not. */
  endAllOf(userId: string): Promise<number> {
    return this.confirmations.endAllOf(userId, this.clock.now());
  }

  /** Forgets a user who is being erased, and mail to an address that they wanted; says how many tokens there were. */
  async forget(userId: string): Promise<number> {
    const forgotten = await this.confirmations.forget(userId);
    for (const { newEmail } of forgotten)
      if (newEmail !== null) await this.mails.forgetEverywhere(emailKey(newEmail), this.unitOfWork.current);
    return forgotten.length;
  }

  private async insert(
    fields: Pick<LiveConfirmation, 'userId' | 'newEmail' | 'sessionId'> & {
      resent: boolean;
      cancelHash: Buffer | null;
    },
  ): Promise<string> {
    const createdAt = this.clock.now();
    await this.confirmations.endAllOf(fields.userId, createdAt);
    const token = randomToken();
    await this.confirmations.insert({
      ...fields,
      id: newId(),
      tokenHash: hashToken(token),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + LIFETIME_DAYS * DAY_MS),
      endedAt: null,
    });
    return token;
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
