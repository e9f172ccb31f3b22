import { Body, Controller, Post } from '@nestjs/common';
import { Access } from '../../platform/routes/access.decorator';
import { Operation, Section } from '../../platform/routes/operation.decorator';
import { ChangeEmail } from './email-confirmations.dto';
import { EmailConfirmations } from './email-confirmations.service';

@Controller('api/auth/email')
@Section("Changing an account's e-mail address.")
export class EmailChangesController {
  constructor(private readonly confirmations: EmailConfirmations) {}

  @Post()
  @Access('session', { evenSuspended: true, fresh: true, account: true })
  @Operation({
    operationId: 'changeEmail',
    summary: 'Sign in with another e-mail address from now on',
    description:
      'The new address gets a link (`POST /api/auth/email/confirm`); once it is confirmed, the old one is told. The response ' +
      'is the same for an address that has an account: then nothing happens but a message to its owner. At most five an ' +
      'hour, together with resent confirmations: the next gets 429 `rate_limited`.',
    response: { nothing: true },
    status: 202,
    errors: {
      403:
        '`reauthentication_required`: the session is older than 15 minutes (`POST /api/auth/reauthenticate`). ' +
        "`impersonating`: it is not the operator's own address.",
    },
  })
  change(@Body() { email }: ChangeEmail): Promise<void> {
    return this.confirmations.change(email);
  }
}
