import { Body, Controller, Post, UseGuards } from '@nestjs/common';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { ForgotPassword, ResetPassword } from './password-reset.dto';
import { PasswordResetRequests } from './password-reset-requests';
import { PasswordResetService } from './password-reset.service';
import { SameSiteGuard } from '../../../platform/access/same-site.guard';

@Controller('api/auth/password')
@Section('A new password for somebody who forgot theirs, by e-mail.')
export class PasswordResetController {
  constructor(
    private readonly requests: PasswordResetRequests,
    private readonly passwords: PasswordResetService,
  ) {}

  @Post('forgot')
  @Access('public')
  @UseGuards(SameSiteGuard)
  @Operation({
    operationId: 'requestPasswordReset',
    summary: 'Ask for a new password',
    description:
      'E-mails a link to the user with this address. It works once, within an hour, and makes earlier ones void. The ' +
      'response does not reveal whether there is such a user. A user gets at most 10 such e-mails an hour, and at most 5 ' +
      'that were requested from one address (IPv6: one /64).',
    response: { nothing: true },
    status: 202,
    errors: { 403: '`cross_site`: the request comes from another site.' },
  })
  forgot(@Body() { email }: ForgotPassword): Promise<void> {
    return this.requests.accept(email);
  }

  @Post('reset')
  @Access('public')
  @UseGuards(SameSiteGuard)
  @Operation({
    operationId: 'resetPassword',
    summary: 'Set a new password with the token of the link',
    description:
      'Ends all sessions of the user, their change of address that waits and other such links, and starts no session. ' +
      'Unless the e-mail address has been confirmed before, somebody else may have registered with it: then the ' +
      "user's API keys, passkeys, authenticator app, recovery codes, known devices and connections to identity providers " +
      'end too, and in organizations that were founded with the account all API keys are revoked, webhooks disabled, ' +
      'invitations revoked, other members suspended, and the identity provider, reply-to address and logo removed. The ' +
      'e-mail with the link says so, and another one names what there was.',
    response: { nothing: true },
    errors: {
      403: '`cross_site`: the request comes from another site.',
      410: '`reset_gone`: the token is unknown, used, expired or superseded by a newer one.',
    },
  })
  reset(@Body() input: ResetPassword): Promise<void> {
    return this.passwords.reset(input);
  }
}
