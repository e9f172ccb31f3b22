import { Controller, Delete, Get, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { PageQuery } from '../../../platform/fields/page.query';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { InboxRequestView, TestInboxView } from './test-inbox.dto';
import { TestInboxService } from './test-inbox.service';

const NO_INBOX = '`not_found`: the organization has no test inbox.';

@Controller('api/webhooks/test-inbox')
@Section('A receiver of the service itself, to see what an endpoint gets without having one.')
export class TestInboxController {
  constructor(private readonly inbox: TestInboxService) {}

  @Post()
  @Access('any', { permission: 'webhooks.create' })
  @Operation({
    operationId: 'createTestInbox',
    summary: 'Make the test inbox of the organization',
    description:
      'Its URL can be registered as that of an endpoint, whatever networks may be called. There is one per ' +
      'organization: if it has one already, the response is that one.',
    response: { record: TestInboxView },
    status: 201,
  })
  create(): Promise<TestInboxView> {
    return this.inbox.create();
  }

  @Get()
  @Access('any', { permission: 'webhooks.read' })
  @Operation({
    operationId: 'getTestInbox',
    summary: 'Read the test inbox of the organization',
    response: { record: TestInboxView },
    errors: { 404: NO_INBOX },
  })
  get(): Promise<TestInboxView> {
    return this.inbox.get();
  }

  @Delete()
  @Access('any', { permission: 'webhooks.delete' })
  @Operation({
    operationId: 'deleteTestInbox',
    summary: 'Delete the test inbox with what it got',
    response: { nothing: true },
    errors: { 404: NO_INBOX },
  })
  delete(): Promise<void> {
    return this.inbox.delete();
  }

  @Get('requests')
  @Access('any', { permission: 'webhooks.read' })
  @Operation({
    operationId: 'listTestInboxRequests',
    summary: 'List the requests that the test inbox got, newest first',
    description: 'The last 50 are kept, for a day.',
    response: { page: InboxRequestView },
    errors: { 404: NO_INBOX },
  })
  requests(@Query() query: PageQuery): Promise<Page<InboxRequestView>> {
    return this.inbox.requests(query);
  }
}
