import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { emailDomain } from '../../../kernel/email';
import { newId } from '../../../kernel/ids';
import { Forbidden } from '../../../kernel/problems';
import { SingleSignOnRepository } from './single-sign-on.repository';
import { foreignDomain, type SsoPerson } from './sso-sign-ins.service';
import { SsoRecorder } from './sso.recorder';

/** Which users the people at providers are. */
@Injectable()
export class SsoIdentities {
  constructor(
    private readonly repository: SingleSignOnRepository,
    private readonly recorder: SsoRecorder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Makes sure that somebody may still be signed in, inside the caller's unscoped unit of work: neither the domain nor the
   * provider is given up until it ends.
   *
   * @throws Forbidden `sso_refused` when one of them was given up in the meantime
   */
  async lock({ organizationId, issuer, email }: SsoPerson): Promise<void> {
    if (!(await this.repository.lockSignIn(organizationId, issuer, emailDomain(email)))) throw foreignDomain();
  }

  /**
   * Connects a user to somebody at a provider, inside the caller's unscoped unit of work.
   *
   * @throws Forbidden `sso_refused` when they are connected to another user by now
   */
  async connect({ organizationId, issuer, subject }: SsoPerson, user: { id: string; name: string }): Promise<void> {
    const identity = { id: newId(), organizationId, issuer, subject, userId: user.id, createdAt: this.clock.now() };
    if (await this.repository.remember(identity)) return this.recorder.connected(user, organizationId);
    if ((await this.repository.userOf(organizationId, issuer, subject)) === user.id) return;
    throw new Forbidden('Another account was connected to your sign-in meanwhile.', 'sso_refused');
  }
}
