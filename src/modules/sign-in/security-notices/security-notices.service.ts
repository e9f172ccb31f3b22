import { Inject, Injectable } from '@nestjs/common';
import { DEVICE_KEPT_MS } from './known-device.entity';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { DAY_MS } from '../../../kernel/durations';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { networkOf } from '../../../platform/context/network';
import { currentContext } from '../../../platform/context/request-context';
import { PublicOrigin } from '../../../platform/http/public-origin';
import { Mailer } from '../../../platform/mail/mailer';
import type { Ended } from '../../../platform/revocation/revocations';
import { SettingsService } from '../../people/settings';
import { ACCOUNT_CLAIMED_MAIL } from './account-claimed.mail';
import { deviceOf } from './device';
import { SECURITY_NOTICE_MAIL, type SecurityNotice } from './security-notice.mail';
import { SecurityNoticesRepository } from './security-notices.repository';

/** Of a kind, per user and day: enough to warn, and too few to flood a mailbox. */
const MAX_OF_KIND = 10;

/**
 * Mails the owner of an account what has changed about it, with what to do if it was somebody else. All of it happens
 * inside the caller's unscoped unit of work: the notice is sent with the change, or not at all. It is mail of the
 * platform, and counts against no organization's limit.
 */
@Injectable()
export class SecurityNotices {
  constructor(
    private readonly repository: SecurityNoticesRepository,
    private readonly settings: SettingsService,
    private readonly mailer: Mailer,
    private readonly origin: PublicOrigin,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Forgets what a user who is being erased was told. */
  forget(userId: string): Promise<void> {
    return this.repository.forget(userId);
  }

  async passwordChanged(userId: string): Promise<void> {
    await this.send(userId, { kind: 'password-changed' });
  }

  /** A new password was set by somebody who has the mailbox. */
  async passwordReset(userId: string): Promise<void> {
    await this.send(userId, { kind: 'password-reset' });
  }

  async factorAdded(userId: string, factor: 'totp' | 'passkey' | 'recoveryCodes'): Promise<void> {
    await this.send(userId, { kind: 'factor-added', factor });
  }

  async factorRemoved(userId: string, factor: 'totp' | 'passkey'): Promise<void> {
    await this.send(userId, { kind: 'factor-removed', factor });
  }

  /**
   * Somebody has shown that the mailbox is theirs, and what another had left in the account has ended. Mailed however many
   * notices there were: it happens once.
   */
  async accountClaimed(user: { id: string; email: string }, ended: Ended): Promise<void> {
    const data = { ended, locale: await this.settings.localeOfUser(user.id) };
    const to = { name: null, address: user.email };
    this.mailer.send({ to, template: ACCOUNT_CLAIMED_MAIL, data, organizationId: null });
  }

  /** An operator took all factors away. */
  async factorsReset(userId: string): Promise<void> {
    await this.send(userId, { kind: 'factors-reset' }, { byOperator: true });
  }

  /** The identity provider of an organization can sign the user in from now on. */
  async providerConnected(userId: string): Promise<void> {
    await this.send(userId, { kind: 'provider-connected' });
  }

  /** Second factors were guessed at: many in short time or in a row, or so many that codes of the app are accepted no more. */
  async factorsFailed(userId: string, kind: 'factors-failed' | 'codes-off'): Promise<void> {
    await this.send(userId, { kind });
  }

  /** @param prefix how the key begins */
  async apiKeyMade(userId: string, prefix: string): Promise<void> {
    await this.send(userId, { kind: 'api-key-made', prefix });
  }

  /**
   * Remembers the device that a user signs in from, and mails them about one that is new. The first sign-in of an account
   * is none of a new device.
   *
   * @param user as they were before the sign-in
   */
  async signedIn(user: { id: string; lastSignInAt: string | null }): Promise<void> {
    const { ip, userAgent } = currentContext();
    const now = this.clock.now();
    const { known, any } = await this.repository.rememberDevice(user.id, deviceOf(userAgent, networkOf(ip)), now);
    // Accounts that were not used for very long have none that is remembered.
    const isDormant = user.lastSignInAt !== null && Date.parse(user.lastSignInAt) < now.getTime() - DEVICE_KEPT_MS;
    if (!known && (any || isDormant)) await this.send(user.id, { kind: 'new-device' });
  }

  private async send(userId: string, notice: SecurityNotice, { byOperator = false } = {}): Promise<void> {
    const at = this.clock.now();
    const owner = await this.repository.count(userId, notice.kind, at, new Date(at.getTime() + DAY_MS));
    if (owner.notices > MAX_OF_KIND) return;
    const { ip, userAgent } = currentContext();
    const name = owner.emailProvenAt === null ? null : owner.name;
    this.mailer.send({
      to: { name, address: owner.email },
      template: SECURITY_NOTICE_MAIL,
      data: {
        notice,
        name,
        at,
        from: byOperator ? null : { ip, userAgent },
        last: owner.notices === MAX_OF_KIND,
        url: this.configuration.dashboard ? this.origin.link('/forgot-password') : null,
        locale: await this.settings.localeOfUser(userId),
      },
      organizationId: null,
    });
  }
}
