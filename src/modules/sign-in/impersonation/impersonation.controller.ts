import { Body, Controller, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { SessionCookies } from '../sessions';
import { Impersonate, ImpersonationEndedView, ImpersonationView } from './impersonation.dto';
import { ImpersonationService } from './impersonation.service';

@Controller('api')
@Section('Super Admins acting as a user, with everything recorded.')
export class ImpersonationController {
  constructor(
    private readonly impersonation: ImpersonationService,
    private readonly cookies: SessionCookies,
  ) {}

  @Post('users/:id/impersonate')
  @Access('session', { superAdmin: true, notImpersonating: true, fresh: true })
  @Operation({
    operationId: 'impersonateUser',
    summary: 'Act as a user',
    description:
      "The session gets a new token and, from then on, exactly the user's rights: in the organization that it is in, " +
      "if the user is a member there, else in the one where the user's own sessions start. The user's password, API " +
      'keys and memberships stay out of reach. The start, the end and every action in between are in the ' +
      "organization's audit log, with the operator's name. A replayed response (`Idempotent-Replayed`) repeats the " +
      'first one and hands out no session.',
    response: { body: ImpersonationView },
    setsCookie: true,
    errors: {
      409:
        '`already_impersonating`: end that first. `own_user`: nobody can act as themselves. `super_admin`: nor as ' +
        'another Super Admin. `user_suspended`: nor as a suspended user. `no_organization`: the user is a member of none.',
    },
  })
  async impersonate(
    @IdParam() id: string,
    @Body() { reason }: Impersonate,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImpersonationView> {
    const { token, user } = await this.impersonation.start(id, reason || null);
    this.cookies.set(response, token);
    return { success: true, impersonating: user };
  }

  @Post('impersonation/end')
  @Access('session', { evenSuspended: true })
  @Operation({
    operationId: 'endImpersonation',
    summary: 'Stop acting as a user',
    description:
      "The session is the operator's again, under a new token, in the organization that it was in before. A replayed " +
      'response (`Idempotent-Replayed`) repeats the first one and ends nothing.',
    response: { body: ImpersonationEndedView },
    setsCookie: true,
    errors: { 409: '`not_impersonating`: the session is not acting as another user.' },
  })
  async end(@Res({ passthrough: true }) response: Response): Promise<ImpersonationEndedView> {
    this.cookies.set(response, await this.impersonation.end());
    return { success: true };
  }
}
