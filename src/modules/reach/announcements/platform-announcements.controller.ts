import { Controller, Get, Inject, Query } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { isId } from '../../../kernel/ids';
import { toPage, type Page } from '../../../kernel/page';
import { NotFound } from '../../../kernel/problems';
import { IdParam } from '../../../platform/fields/id.param';
import { PageQuery } from '../../../platform/fields/page.query';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { AnnouncementReaderView, PlatformAnnouncementView } from './platform-announcements.dto';
import { PlatformAnnouncementsRepository } from './platform-announcements.repository';

@Controller('api/platform/announcements')
@Section('All announcements and who has read them, for Super Admins.')
export class PlatformAnnouncementsController {
  constructor(
    private readonly announcements: PlatformAnnouncementsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'listPlatformAnnouncements',
    summary: 'List all announcements with the number of their readers, newest first',
    description: 'Also those that have expired in the last 30 days.',
    response: { page: PlatformAnnouncementView, extraRowFields: ['readers', 'expired'] },
  })
  async list(@Query() query: PageQuery): Promise<Page<PlatformAnnouncementView>> {
    const { rows, total } = await this.announcements.list(query, this.clock.now());
    return toPage(rows, total, query);
  }

  @Get(':id/readers')
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'listAnnouncementReaders',
    summary: 'List who has read an announcement, the last one first',
    response: { page: AnnouncementReaderView },
  })
  async readers(@IdParam() id: string, @Query() query: PageQuery): Promise<Page<AnnouncementReaderView>> {
    if (!isId(id) || !(await this.announcements.exists(id))) throw new NotFound();
    const { rows, total } = await this.announcements.readers(id, query);
    return toPage(rows, total, query);
  }
}
