import { Body, Controller, Post } from '@nestjs/common';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { EmailChanges } from './email-changes.service';
import { ChangeEmail, ConfirmEmail } from './email-confirmations.dto';

@Controller('api/auth/email')
@Section("Changing an account's e-mail address.")
export class EmailChangesController {
  constructor(private readonly changes: EmailChanges) {}

  @Post()
  @Access('session', { evenSuspended: true, fresh: true, account: true })
  @Operation({
    operationId: 'changeEmail',
    summary: 'Change the e-mail address that you sign in with',
    description:
      'The new address gets a link that confirms it (`POST /api/auth/email/confirm`), the old one a link that stops the ' +
      'change (`POST /api/auth/email/cancel`). Once it is confirmed, the old address is told, all sessions but this one ' +
      'end, and so do links to a new password and connections to identity providers. The change ends unconfirmed with ' +
      'this session, with a new password, when second factors are added or removed, and when an operator ends the ' +
      "user's sessions, suspends them or makes them a Super Admin. The response is the same for an address that has an account: then only its " +
      'owner gets a message. At most five an hour, together with resent confirmations: the next gets 429 `rate_limited`. ' +
      'An address that nobody has confirmed gets at most 10 messages an hour, over all accounts that claim it, and at most ' +
      '6 that were asked for from one address (IPv6: one /64); the response does not show that either.',
    response: { nothing: true },
    status: 202,
  })
  change(@Body() { email }: ChangeEmail): Promise<void> {
    return this.changes.change(email);
  }

  @Post('cancel')
  @Access('public')
  @Operation({
    operationId: 'cancelEmailChange',
    summary: 'Stop a change of address with the token of the link that the old address got',
    description: 'The account keeps its address; the link that the new one got confirms nothing any more.',
    response: { nothing: true },
    errors: { 410: '`confirmation_gone`: the token is unknown, used or expired, or the change is done or has ended.' },
  })
  cancel(@Body() { token }: ConfirmEmail): Promise<void> {
    return this.changes.cancel(token);
  }
}
