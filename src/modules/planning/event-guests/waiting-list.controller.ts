import { Body, Controller, Delete, Get, HttpStatus, Post, Query, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Page } from '../../../kernel/page';
import { IdParam } from '../../../platform/fields/id.param';
import { PageQuery } from '../../../platform/fields/page.query';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { EventGuestView } from './event-guests.dto';
import { PutOnWaitlist, WaitlistEntry } from './waiting-list.dto';
import { WaitlistEntries } from './waitlist-entries.service';

@Controller('api/events')
@ScopedTo('guests')
@Section('Who waits for a place at an event, and in which order.')
export class WaitingListController {
  constructor(private readonly entries: WaitlistEntries) {}

  @Get(':id/waitlist')
  @Access('any')
  @Operation({
    operationId: 'listEventWaitlist',
    summary: 'List who waits for a place at an event',
    description:
      'In the order in which they asked. Guests who asked in one request stand together, and are accepted together.',
    response: { page: WaitlistEntry },
  })
  list(@IdParam() eventId: string, @Query() query: PageQuery): Promise<Page<WaitlistEntry>> {
    return this.entries.list(eventId, query);
  }

  @Post(':id/waitlist')
  @Access('any')
  @Operation({
    operationId: 'addToEventWaitlist',
    summary: 'Put a guest on the waiting list of an event',
    description:
      'They come last; somebody who is on it already keeps their position, and the response is 200. Whoever had declined, or ' +
      'was not sure, is `pending` again. On an `automatic` list somebody for whom there is a place is accepted at once.',
    response: { body: WaitlistEntry },
    status: 201,
    errors: {
      409: '`waitlist_off`: the event has no waiting list. `already_accepted`: the guest has a place. `guest_erased`: the guest was erased.',
    },
  })
  async put(
    @IdParam() eventId: string,
    @Body() { eventGuestId }: PutOnWaitlist,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WaitlistEntry> {
    const { entry, isNew } = await this.entries.put(eventId, eventGuestId);
    if (!isNew) response.status(HttpStatus.OK);
    return entry;
  }

  @Post(':eventId/waitlist/:eventGuestId/promote')
  @Access('any')
  @Operation({
    operationId: 'promoteFromEventWaitlist',
    summary: 'Accept a guest who waits for a place at an event',
    description:
      'With everybody who asked in the same request, whatever their position; each of them who has an address is told by e-mail.',
    response: { record: EventGuestView },
    errors: { 409: '`event_full`: not enough places are free for those who wait together, and their plus-ones.' },
  })
  promote(@IdParam('eventId') eventId: string, @IdParam('eventGuestId') eventGuestId: string): Promise<EventGuestView> {
    return this.entries.promote(eventId, eventGuestId);
  }

  @Delete(':eventId/waitlist/:eventGuestId')
  @Access('any')
  @ApiHeader({ name: 'If-Match', required: false, description: 'Only if the event guest still has this ETag.' })
  @Operation({
    operationId: 'removeFromEventWaitlist',
    summary: 'Take a guest off the waiting list of an event',
    description: 'They stay on the event. Others who asked in the same request go on waiting.',
    response: { nothing: true },
    errors: { 412: '`precondition_failed`: the event guest is no longer the version that If-Match names.' },
  })
  takeOff(@IdParam('eventId') eventId: string, @IdParam('eventGuestId') eventGuestId: string): Promise<void> {
    return this.entries.takeOff(eventId, eventGuestId);
  }
}
