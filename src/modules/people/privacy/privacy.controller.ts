import { Controller, Get, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { RETENTION_RULE } from '../settings';
import { DueGuestsQuery, DueGuestView, PrivacyReport } from './privacy.dto';
import { PrivacyService } from './privacy.service';

@Controller('api/privacy')
@Section('How long personal data is kept, and what is erased next.')
export class PrivacyController {
  constructor(private readonly privacy: PrivacyService) {}

  @Get('report')
  @Access('any', { permission: 'personalData.erase' })
  @Operation({
    operationId: 'getPrivacyReport',
    summary: 'Read what is erased, and when',
    description:
      'How many guests are due to be erased by the setting `retention.guestDaysAfterLastEvent`, and when that happens: ' +
      `once a day, in the background, each with an audit record of the actor \`system\`. ${RETENTION_RULE}`,
    response: { body: PrivacyReport },
  })
  report(): Promise<PrivacyReport> {
    return this.privacy.report();
  }

  @Get('due-guests')
  @Access('any', { permission: 'personalData.erase' })
  @Operation({
    operationId: 'listDueGuests',
    summary: 'List the guests who are due to be erased',
    description:
      'A dry run: the guests whom the next round erases, those first who are due longest. With guestDaysAfterLastEvent it ' +
      'shows whom another setting would erase, before it is made. Empty without either.',
    response: { page: DueGuestView },
  })
  listDue(@Query() query: DueGuestsQuery): Promise<Page<DueGuestView>> {
    return this.privacy.listDue(query);
  }
}
