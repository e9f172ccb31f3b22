import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { CreateEvent, EventsQuery, EventView, ListedEvent, UpdateEvent } from './events.dto';
import { EventChanges } from './event-changes.service';
import { EventCreation } from './event-creation.service';
import { EventsService } from './events.service';

@Controller('api/events')
@ScopedTo('events')
@Section('Events, on their own or on a tour.')
export class EventsController {
  constructor(
    private readonly events: EventsService,
    private readonly creation: EventCreation,
    private readonly changes: EventChanges,
  ) {}

  @Get()
  @Access('any')
  @Operation({
    operationId: 'listEvents',
    summary: 'List events',
    description: 'In the order in which they were created, unless sortBy says otherwise.',
    response: { page: ListedEvent, extraRowFields: ['summary'] },
  })
  list(@Query() query: EventsQuery): Promise<Page<ListedEvent>> {
    return this.events.list(query);
  }

  @Post()
  @Access('any')
  @Operation({ operationId: 'createEvent', summary: 'Create an event', response: { record: EventView }, status: 201 })
  create(@Body() input: CreateEvent): Promise<EventView> {
    return this.creation.create(input);
  }

  @Get(':id')
  @Access('any')
  @Operation({ operationId: 'getEvent', summary: 'Read an event', response: { record: EventView } })
  get(@IdParam() id: string): Promise<EventView> {
    return this.events.get(id);
  }

  @Patch(':id')
  @Access('any')
  @Operation({
    operationId: 'updateEvent',
    summary: 'Change an event',
    description:
      'Fields of the venue that are left out stay as they are, too; `venue: null` clears it. ' +
      'With the waiting list `automatic`, places that a change makes free go to those who wait.',
    response: { record: EventView },
    errors: { 409: '`waitlist_in_use`: guests are on the waiting list that would be switched off.' },
  })
  update(@IdParam() id: string, @Body() changes: UpdateEvent): Promise<EventView> {
    return this.changes.update(id, changes);
  }

  @Delete(':id')
  @Access('any')
  @Operation({
    operationId: 'deleteEvent',
    summary: 'Delete an event',
    description: 'Its guests, team, vehicle assignments and expenses are deleted too; the audit record says how many.',
    response: { nothing: true },
  })
  delete(@IdParam() id: string): Promise<void> {
    return this.changes.delete(id);
  }
}
