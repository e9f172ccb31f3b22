import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { DAY_MS, HOUR_MS } from '../../kernel/durations';
import { emailKey } from '../../kernel/email';
import { hashToken, newId, randomToken } from '../../kernel/ids';
import { Gone, TooManyRequests } from '../../kernel/problems';
import { Retention } from '../../platform/background/retention';
import { currentPrincipal } from '../../platform/context/request-context';
import { PublicOrigin } from '../../platform/http/public-origin';
import { MailQueue } from '../../platform/mail/mail-queue';
import { Mailer } from '../../platform/mail/mailer';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { SessionOrganizations } from '../members';
import { type UserRow, UsersService } from '../users';
import { CONFIRM_NEW_EMAIL_MAIL, EMAIL_CHANGED_MAIL, EMAIL_TAKEN_MAIL } from './email-change.mail';
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
    private readonly organizations: SessionOrganizations,
    private readonly recorder: EmailConfirmationRecorder,
    private readonly mailer: Mailer,
    private readonly mails: MailQueue,
    private readonly origin: PublicOrigin,
    private readonly unitOfWork: UnitOfWork,
    private readonly retention: Retention,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const expired = { table: 'email_confirmations', condition: 'expires_at <= $1', keptMs: 0 };
    this.retention.register('forget-email-confirmations', EMAIL_CONFIRMATION_REASON, expired);
  }

  /** Forgets a user who is being erased, inside the caller's unscoped unit of work, and mail to an address they wanted. */
  async forget(userId: string): Promise<void> {
    for (const address of await this.confirmations.forget(userId))
      await this.mails.forgetEverywhere(emailKey(address), this.unitOfWork.current);
  }

  /**
   * Mails a link to a user, inside the caller's unscoped unit of work; it supersedes earlier ones.
   *
   * @param resent whether the user asked for it
   * @param newEmail the address to be confirmed in place of the user's own
   */
  async sendTo(user: { id: string; email: string }, resent = false, newEmail: string | null = null): Promise<void> {
    const now = this.clock.now();
    await this.confirmations.endAllOf(user.id, now);
    const token = randomToken();
    await this.confirmations.insert({
      id: newId(),
      userId: user.id,
      newEmail,
      tokenHash: hashToken(token),
      resent,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME_DAYS * DAY_MS),
      endedAt: null,
    });
    this.mailer.send({
      to: { name: null, address: newEmail ?? user.email },
      template: newEmail === null ? EMAIL_CONFIRMATION_MAIL : CONFIRM_NEW_EMAIL_MAIL,
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
      await this.requireFew(userId);
      await this.sendTo(user, true);
    });
  }

  /**
   * Asks for another address of the caller: it is theirs once it is confirmed. An address that has an account stays there,
   * and its owner is told; the response must not reveal that.
   *
   * @throws TooManyRequests after five messages within an hour
   */
  async change(email: string): Promise<void> {
    const { userId } = currentPrincipal();
    await this.unitOfWork.runUnscoped(EMAIL_CONFIRMATION_REASON, async () => {
      const user = await this.users.lock(userId);
      if (emailKey(email) === emailKey(user.email)) return;
      await this.requireFew(userId);
      const owner = await this.users.findByEmail(email);
      // Recorded for an address that is taken too, so that it counts; nobody has that token.
      if (owner === null) await this.sendTo(user, true, email);
      else await this.tellOwner(user, owner);
    });
  }

  /** @throws TooManyRequests after five messages within an hour */
  private async requireFew(userId: string): Promise<void> {
    const now = this.clock.now().getTime();
    const { count, first } = await this.confirmations.resentSince(userId, new Date(now - HOUR_MS));
    if (count < MAX_RESENT_PER_HOUR) return;
    const seconds = (Date.parse(first!) + HOUR_MS - now) / 1000;
    throw new TooManyRequests(seconds, 'Five messages were sent within the last hour. Try again later.');
  }

  private async tellOwner(user: { id: string }, owner: { name: string; email: string }): Promise<void> {
    const now = this.clock.now();
    const ended = { resent: true, createdAt: now, expiresAt: new Date(now.getTime() + HOUR_MS), endedAt: now };
    const tokenHash = hashToken(randomToken());
    await this.confirmations.insert({ id: newId(), userId: user.id, newEmail: null, tokenHash, ...ended });
    this.mailer.send({
      to: { name: owner.name, address: owner.email },
      template: EMAIL_TAKEN_MAIL,
      data: { name: owner.name },
      organizationId: null,
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
    const confirmation = await this.confirmations.findLive(tokenHash, now);
    if (confirmation === null) throw gone();
    const { userId, newEmail } = confirmation;
    await this.unitOfWork.runUnscoped(EMAIL_CONFIRMATION_REASON, async () => {
      const user = await this.users.lock(userId);
      if (!(await this.confirmations.use(tokenHash, now))) throw gone();
      if (newEmail !== null) return this.setEmail(user, newEmail);
      if (user.emailProvenAt !== null) return;
      await this.users.rememberProof(userId);
      await this.recorder.confirmed(user);
    });
  }

  /** @throws Gone `confirmation_gone` when somebody else has taken the address meanwhile */
  private async setEmail(user: UserRow, email: string): Promise<void> {
    const owner = await this.users.findByEmail(email);
    if (owner !== null) throw gone();
    const organizationId = await this.organizations.defaultFor({ id: user.id, superAdmin: false });
    await this.users.changeEmail(user, email, organizationId);
    this.mailer.send({
      to: { name: user.name, address: user.email },
      template: EMAIL_CHANGED_MAIL,
      data: { name: user.name, email },
      organizationId: null,
    });
  }
}

/** Always the same: the response must not reveal what became of a token. */
function gone(): Gone {
  return new Gone('confirmation_gone', 'The link is not valid any more. Ask for a new one.');
}
