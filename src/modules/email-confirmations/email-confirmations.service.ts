import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { DAY_MS, HOUR_MS } from '../../kernel/durations';
import { hashToken, newId, randomToken } from '../../kernel/ids';
import { Gone, TooManyRequests } from '../../kernel/problems';
import { Retention } from '../../platform/background/retention';
import { currentPrincipal } from '../../platform/context/request-context';
import { PublicOrigin } from '../../platform/http/public-origin';
import { Mailer } from '../../platform/mail/mailer';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { UsersService } from '../users';
import { EMAIL_CONFIRMATION_MAIL } from './email-confirmation.mail';
import { EmailConfirmationRecorder } from './email-confirmation.recorder';
import { EMAIL_CONFIRMATION_REASON, EmailConfirmationsRepository } from './email-confirmations.repository';

const LIFETIME_DAYS = 3;
/** The most mails that a user can ask for within an hour. */
const MAX_RESENT_PER_HOUR = 5;

/** Shows that the mailbox of an account belongs to whoever uses the account. */
@Injectable()
export class EmailConfirmations implements OnModuleInit {
  constructor(
    private readonly confirmations: EmailConfirmationsRepository,
    private readonly users: UsersService,
    private readonly recorder: EmailConfirmationRecorder,
    private readonly mailer: Mailer,
    private readonly origin: PublicOrigin,
    private readonly unitOfWork: UnitOfWork,
    private readonly retention: Retention,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const expired = { table: 'email_confirmations', condition: 'expires_at <= $1', keptMs: 0 };
    this.retention.register('forget-email-confirmations', EMAIL_CONFIRMATION_REASON, expired);
  }

  /**
   * Mails a link to a user, inside the caller's unscoped unit of work; it supersedes earlier ones.
   *
   * @param resent whether the user asked for it
   */
  async sendTo(user: { id: string; email: string }, resent = false): Promise<void> {
    const now = this.clock.now();
    await this.confirmations.endAllOf(user.id, now);
    const token = randomToken();
    await this.confirmations.insert({
      id: newId(),
      userId: user.id,
      tokenHash: hashToken(token),
      resent,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME_DAYS * DAY_MS),
      endedAt: null,
    });
    this.mailer.send({
      to: { name: null, address: user.email },
      template: EMAIL_CONFIRMATION_MAIL,
      data: { url: this.origin.link('/email/confirm', { token }), days: LIFETIME_DAYS },
      organizationId: null,
    });
  }

  /**
   * Mails the caller another link, unless their address is confirmed already.
   *
   * @throws TooManyRequests after five within an hour
   */
  async resend(): Promise<void> {
    const { userId } = currentPrincipal();
    await this.unitOfWork.runUnscoped(EMAIL_CONFIRMATION_REASON, async () => {
      // Locked, so that the count of requests at once is exact.
      const user = await this.users.lock(userId);
      if (user.emailProvenAt !== null) return;
      const now = this.clock.now().getTime();
      const { count, first } = await this.confirmations.resentSince(userId, new Date(now - HOUR_MS));
      if (count >= MAX_RESENT_PER_HOUR) {
        const seconds = (Date.parse(first!) + HOUR_MS - now) / 1000;
        throw new TooManyRequests(seconds, 'Five messages were sent within the last hour. Try again later.');
      }
      await this.sendTo(user, true);
    });
  }

  /**
   * Confirms the address that a token was mailed to.
   *
   * @throws Gone `confirmation_gone` for a token that is unknown, used, expired or superseded
   */
  async confirm(token: string): Promise<void> {
    const now = this.clock.now();
    const tokenHash = hashToken(token);
    const userId = await this.confirmations.userOf(tokenHash, now);
    if (userId === null) throw gone();
    await this.unitOfWork.runUnscoped(EMAIL_CONFIRMATION_REASON, async () => {
      const user = await this.users.lock(userId);
      if (!(await this.confirmations.use(tokenHash, now))) throw gone();
      if (user.emailProvenAt !== null) return;
      await this.users.rememberProof(userId);
      await this.recorder.confirmed(user);
    });
  }
}

/** Always the same: the response must not reveal what became of a token. */
function gone(): Gone {
  return new Gone('confirmation_gone', 'The link is not valid any more. Ask for a new one.');
}
