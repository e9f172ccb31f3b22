import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../kernel/principal';
import { PublicOrigin } from '../../../platform/http/public-origin';
import { Mailer } from '../../../platform/mail/mailer';
import { INVITATION_MAIL } from './invitation.mail';
import type { LockedOrganization } from '../organizations';
import { SettingsService } from '../settings';
import { MailLimits } from '../../reach/mail-limits';
import { INVITATION_DAYS } from './invitation-token';
import type { InvitationView } from './invitations.dto';

/** An invitation to be sent. */
interface OutgoingInvitation {
  invitation: InvitationView;
  address: string;
  token: string;
  /** How long it waits before it is sent. */
  delaySeconds: number;
}

/** Sends the e-mails of invitations. */
@Injectable()
export class InvitationSender {
  constructor(
    private readonly mailer: Mailer,
    private readonly origin: PublicOrigin,
    private readonly limits: MailLimits,
    private readonly settings: SettingsService,
  ) {}

  /**
   * Adds the e-mail to the open unit of work of the organization. Only the e-mail contains the token. It
   * supersedes an e-mail to the same address that still waits, whose token is not valid any more.
   *
   * @throws TooManyRequests `mail_limit_reached` when the organization has sent too much e-mail today
   */
  async send(
    { invitation, address, token, delaySeconds }: OutgoingInvitation,
    organization: Pick<LockedOrganization, 'id' | 'name' | 'logo'>,
    from: Principal,
  ): Promise<void> {
    await this.limits.count(1);
    this.mailer.send({
      to: { name: null, address },
      template: INVITATION_MAIL,
      data: {
        organization: organization.name,
        logo: organization.logo,
        inviter: from.userName,
        role: invitation.role,
        url: this.origin.link('/invitations/accept', { token }),
        days: INVITATION_DAYS,
        locale: await this.settings.locale(),
      },
      organizationId: organization.id,
      delaySeconds,
      supersedes: true,
    });
  }
}
