import { Body, Controller, Delete, Get, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Page } from '../../../kernel/page';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { exampleId } from '../../../platform/fields/example-id';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { EventStreams } from '../../../platform/stream/event-streams';
import { AnnouncementMessages } from './announcement-messages';
import {
  AnnouncementsQuery,
  AnnouncementView,
  PublishAnnouncement,
  ReadMarkView,
  UpdateAnnouncement,
} from './announcements.dto';
import { AnnouncementsService } from './announcements.service';

@Controller('api/announcements')
@ScopedTo('announcements')
@Section('News of the platform for Admins or for everybody, to read or to follow as a stream.')
export class AnnouncementsController {
  constructor(
    private readonly announcements: AnnouncementsService,
    private readonly messages: AnnouncementMessages,
    private readonly streams: EventStreams,
  ) {}

  @Get()
  @Access('any')
  @Operation({
    operationId: 'listAnnouncements',
    summary: 'List the announcements that the caller may see, newest first',
    response: { page: AnnouncementView },
  })
  list(@Query() query: AnnouncementsQuery): Promise<Page<AnnouncementView>> {
    return this.announcements.list(query);
  }

  @Post()
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'publishAnnouncement',
    summary: 'Publish an announcement',
    response: { record: AnnouncementView },
    status: 201,
  })
  publish(@Body() input: PublishAnnouncement): Promise<AnnouncementView> {
    return this.announcements.publish(input);
  }

  @Get('stream')
  @Access('any')
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The `id` of the last event that the caller got; what came after it is sent first.',
    schema: { type: 'string', pattern: '^\\d{1,15}$' },
    example: '42',
  })
  @Operation({
    operationId: 'streamAnnouncements',
    summary: 'Follow announcements as they are published, changed and removed',
    description:
      'Server-sent events (WHATWG HTML, 9.2). A message is a new or changed announcement that the caller may see; its ' +
      '`data` is the record without `readAt`. An announcement is never sent once its `expiresAt` has come. An event ' +
      '`removed` with `{"id"}` takes one back: it was deleted, expired a few seconds ago, or is now for others. A ' +
      'comment comes every 15 seconds.\n\nWith `Last-Event-ID`, which browsers send automatically, the stream goes on ' +
      'after that event, without gaps or repetitions. Of an announcement that changed several times in the meantime, ' +
      'only the latest version is sent, so nothing comes that the caller could not read now. Messages are kept for 30 ' +
      'days. If some after that event are no longer kept, an event `reset` comes first: read the list again. Without ' +
      'the header, the stream begins with what is new. The first `id`, without data, says where it begins.\n\nThe stream ' +
      'ends when its credential ends, when the session moves to another organization, and when the service stops; a ' +
      'client that does not read is cut off. A caller may have as many streams open as it may send requests in a ' +
      'window of the rate limit, and an organization 100 per process of the service; one more closes the oldest.',
    response: {
      text: 'text/event-stream',
      textExample:
        'retry: 3000\nid: 41\n\n' +
        `id: 42\ndata: {"id":"${exampleId('announcement')}","title":"Maintenance on Sunday","body":"From 02:00.",` +
        `"level":"info","audience":"everyone","expiresAt":null,"publishedBy":"${exampleId('operator')}",` +
        '"createdAt":"2027-05-14T09:30:00.000Z","updatedAt":"2027-05-14T09:30:00.000Z"}\n\n' +
        `id: 43\nevent: removed\ndata: {"id":"${exampleId('announcement')}"}\n\n`,
    },
    errors: {
      400: 'On `Last-Event-ID`: `invalid_format`, it is not the id of an event.',
      406: '`not_acceptable`: the caller takes no `text/event-stream`.',
    },
  })
  stream(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.streams.open(this.messages, request, response);
  }

  @Get(':id')
  @Access('any')
  @Operation({
    operationId: 'getAnnouncement',
    summary: 'Read an announcement',
    response: { record: AnnouncementView },
  })
  get(@IdParam() id: string): Promise<AnnouncementView> {
    return this.announcements.get(id);
  }

  @Patch(':id')
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'updateAnnouncement',
    summary: 'Change an announcement',
    description:
      'For 30 days after it has expired, an announcement can be shown again, by an `expiresAt` that is in the future ' +
      'or null; any other change to it gets 404.',
    response: { record: AnnouncementView },
  })
  update(@IdParam() id: string, @Body() changes: UpdateAnnouncement): Promise<AnnouncementView> {
    return this.announcements.update(id, changes);
  }

  @Delete(':id')
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'deleteAnnouncement',
    summary: 'Remove an announcement',
    description: 'This also works for 30 days after it has expired.',
    response: { nothing: true },
  })
  delete(@IdParam() id: string): Promise<void> {
    return this.announcements.delete(id);
  }

  @Post(':id/read')
  @Access('any', { ownUser: true })
  @Operation({
    operationId: 'markAnnouncementRead',
    summary: 'Mark an announcement as read',
    description: 'Only for the caller. Marking it again keeps the first time.',
    response: { body: ReadMarkView },
  })
  markRead(@IdParam() id: string): Promise<ReadMarkView> {
    return this.announcements.markRead(id);
  }
}
