import { Controller, Get } from '@nestjs/common';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { MAX_RULES } from '../../reach/message-rules';
import { Overview } from './overview.dto';
import { OverviewService } from './overview.service';

@Controller('api/overview')
@Section('What is next, and what needs attention.')
export class OverviewController {
  constructor(private readonly overview: OverviewService) {}

  @Get()
  @Access('any')
  @Operation({
    operationId: 'getOverview',
    summary: 'Read the overview',
    description:
      'The next events with their figures, what needs attention, and how many records there are. It shows only what the ' +
      'caller may see elsewhere: failing endpoints need `webhooks.read`, invoices `billing.read`, members `users.read`, ' +
      'messages of rules `notifications.send`, and `email_unconfirmed` is of the signed-in user. Answers, seats and vehicles are looked at in the next 50 events, trips in the next 500 (without a driver, when they depart within 7 days), ' +
      'budgets in the 100 tours that start last, failures in the last seven days, ' +
      `today's messages in the ${MAX_RULES} rules that write next.`,
    response: { body: Overview },
  })
  read(): Promise<Overview> {
    return this.overview.read();
  }
}
