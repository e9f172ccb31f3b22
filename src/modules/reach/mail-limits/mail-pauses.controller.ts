import { Controller, Delete } from '@nestjs/common';
import { IdParam } from '../../../platform/fields/id.param';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { MailPauses } from './mail-pauses.service';

@Controller('api/platform/organizations')
@Section('Pauses of the e-mail of organizations, for Super Admins.')
export class MailPausesController {
  constructor(private readonly pauses: MailPauses) {}

  @Delete(':id/mail-pause')
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'endMailPause',
    summary: "End the pause of an organization's e-mail",
    description:
      'E-mail of an organization is paused until midnight UTC when servers have refused 20 or more of its messages of the ' +
      'day for good, and more than a tenth of all. Messages that wait are sent now, and refused ones are counted from the ' +
      'beginning. 404 when there is no pause.',
    response: { nothing: true },
  })
  end(@IdParam() id: string): Promise<void> {
    return this.pauses.lift(id);
  }
}
