import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { IdParam } from '../../../platform/fields/id.param';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { VARIABLES_DESCRIPTION } from '../notifications';
import {
  CreateMessageRule,
  ListedMessageRule,
  MessageRulesQuery,
  MessageRuleView,
  UpcomingMessages,
  UpdateMessageRule,
} from './message-rules.dto';
import { MessageRulesService } from './message-rules.service';
import { UpcomingService } from './upcoming.service';

const WHEN =
  'For the first three triggers a guest gets the message of a rule once per event, for the others once for each change, ' +
  'where all changes within five minutes of the first are one, and a cancellation says all. Drafts send nothing, ' +
  'cancelled events only `cancelled`. What goes out stands among the notifications, with its `ruleId`.';
const ERRORS = {
  409: '`channel_not_configured`: the service is not set up to send WhatsApp messages. `limit_reached`: the event or tour has 100 rules.',
};

@Controller('api')
@ScopedTo('notifications')
@Section('Rules by which guests get messages at the right moment.')
export class MessageRulesController {
  constructor(
    private readonly rules: MessageRulesService,
    private readonly upcoming: UpcomingService,
  ) {}

  @Get('events/:id/message-rules')
  @Access('any', { permission: 'notifications.send' })
  @Operation({
    operationId: 'listEventMessageRules',
    summary: "List an event's message rules",
    description: 'Those of its tour are not among them.',
    response: { page: ListedMessageRule, extraRowFields: ['next'] },
  })
  async listOfEvent(@IdParam() eventId: string, @Query() query: MessageRulesQuery): Promise<Page<ListedMessageRule>> {
    return this.upcoming.withIncluded(await this.rules.list({ eventId, tourId: null }, query), query);
  }

  @Post('events/:id/message-rules')
  @Access('any', { permission: 'notifications.send' })
  @Operation({
    operationId: 'createEventMessageRule',
    summary: 'Make a message rule for an event',
    description: `${WHEN}\n\n${VARIABLES_DESCRIPTION}`,
    response: { record: MessageRuleView },
    status: 201,
    errors: ERRORS,
  })
  createOfEvent(@IdParam() eventId: string, @Body() input: CreateMessageRule): Promise<MessageRuleView> {
    return this.rules.create({ eventId, tourId: null }, input);
  }

  @Get('tours/:id/message-rules')
  @Access('any', { permission: 'notifications.send' })
  @Operation({
    operationId: 'listTourMessageRules',
    summary: "List a tour's message rules",
    response: { page: ListedMessageRule, extraRowFields: ['next'] },
  })
  async listOfTour(@IdParam() tourId: string, @Query() query: MessageRulesQuery): Promise<Page<ListedMessageRule>> {
    return this.upcoming.withIncluded(await this.rules.list({ eventId: null, tourId }, query), query);
  }

  @Post('tours/:id/message-rules')
  @Access('any', { permission: 'notifications.send' })
  @Operation({
    operationId: 'createTourMessageRule',
    summary: 'Make a message rule for each event of a tour',
    description: `${WHEN}\n\n${VARIABLES_DESCRIPTION}`,
    response: { record: MessageRuleView },
    status: 201,
    errors: ERRORS,
  })
  createOfTour(@IdParam() tourId: string, @Body() input: CreateMessageRule): Promise<MessageRuleView> {
    return this.rules.create({ eventId: null, tourId }, input);
  }

  @Get('message-rules/:id')
  @Access('any', { permission: 'notifications.send' })
  @Operation({ operationId: 'getMessageRule', summary: 'Read a message rule', response: { record: MessageRuleView } })
  get(@IdParam() id: string): Promise<MessageRuleView> {
    return this.rules.get(id);
  }

  @Get('message-rules/:id/upcoming')
  @Access('any', { permission: 'notifications.send' })
  @Operation({
    operationId: 'getUpcomingMessages',
    summary: 'Read what a message rule sends next',
    description: 'As things stand now. A rule that is not active sends nothing.',
    response: { body: UpcomingMessages },
  })
  listUpcoming(@IdParam() id: string): Promise<UpcomingMessages> {
    return this.upcoming.of(id);
  }

  @Patch('message-rules/:id')
  @Access('any', { permission: 'notifications.send' })
  @Operation({
    operationId: 'updateMessageRule',
    summary: 'Change a message rule',
    description: `A moment that the change moves into the past is skipped.\n\n${VARIABLES_DESCRIPTION}`,
    response: { record: MessageRuleView },
    errors: { 409: '`channel_not_configured`: the service is not set up to send WhatsApp messages.' },
  })
  update(@IdParam() id: string, @Body() changes: UpdateMessageRule): Promise<MessageRuleView> {
    return this.rules.update(id, changes);
  }

  @Delete('message-rules/:id')
  @Access('any', { permission: 'notifications.send' })
  @Operation({
    operationId: 'deleteMessageRule',
    summary: 'Delete a message rule',
    description: 'What it has sent stays among the notifications.',
    response: { nothing: true },
  })
  delete(@IdParam() id: string): Promise<void> {
    return this.rules.delete(id);
  }
}
