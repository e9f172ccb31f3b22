import { Controller, Delete } from '@nestjs/common';
import { IdParam } from '../../../platform/fields/id.param';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { FactorRemoval } from './factor-removal.service';

@Controller('api/users/:id/factors')
@Section('Second factors of users who have lost theirs.')
export class UserFactorsController {
  constructor(private readonly removal: FactorRemoval) {}

  @Delete()
  @Access('session', { superAdmin: true, fresh: true })
  @Operation({
    operationId: 'resetSecondFactors',
    summary: 'Remove all second factors of a user of any organization',
    description:
      'For somebody who has lost their phone: the next sign-in takes the password alone. It is recorded as `factor.reset`, and mailed to them. ' +
      'Repeating it changes nothing.',
    response: { nothing: true },
  })
  reset(@IdParam() id: string): Promise<void> {
    return this.removal.resetOf(id);
  }
}
