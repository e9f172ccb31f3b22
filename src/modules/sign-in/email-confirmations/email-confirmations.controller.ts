import { Body, Controller, Post } from '@nestjs/common';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { ConfirmEmail } from './email-confirmations.dto';
import { ConfirmationLinks } from './confirmation-links.service';
import { EmailConfirmations } from './email-confirmations.service';

@Controller('api/auth/email/confirm')
@Section("Confirming that an account's e-mail address is the user's own.")
export class EmailConfirmationsController {
  constructor(
    private readonly confirmations: EmailConfirmations,
    private readonly links: ConfirmationLinks,
  ) {}

  @Post()
  @Access('public')
  @Operation({
    operationId: 'confirmEmail',
    summary: 'Confirm an e-mail address with the token of the link',
    description:
      'Registering mails the link, which works once, within three days. Nothing waits for the confirmation but this: ' +
      'whoever accepts an invitation to an unconfirmed address must send a password.',
    response: { nothing: true },
    errors: {
      410:
        '`confirmation_gone`: the token is unknown, used, expired or superseded by a newer one, or what it confirms was ' +
        'stopped or has ended (`POST /api/auth/email`).',
    },
  })
  confirm(@Body() { token }: ConfirmEmail): Promise<void> {
    return this.confirmations.confirm(token);
  }

  @Post('resend')
  @Access('session', { evenSuspended: true })
  @Operation({
    operationId: 'resendEmailConfirmation',
    summary: 'Send the e-mail with the link again',
    description:
      'The new link supersedes the one before. Nothing is sent when the address is confirmed already. At most five an hour: ' +
      'the next gets 429 `rate_limited`. Nothing is sent either when too many accounts have claimed the address within the ' +
      'hour (`POST /api/auth/email`).',
    response: { nothing: true },
    status: 202,
  })
  resend(): Promise<void> {
    return this.links.resend();
  }
}
