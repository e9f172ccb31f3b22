import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiHeader, getSchemaPath } from '@nestjs/swagger';
import type { Page } from '../../../kernel/page';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { BatchReport } from '../../../platform/fields/items';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { CreateGuest } from '../guests';
import {
  AddedEventGuests,
  AddEventGuests,
  AddGuestsFrom,
  AddKnownGuest,
  AddKnownGuests,
} from './event-guest-additions.dto';
import { EventGuestAdditions } from './event-guest-additions.service';
import { EventGuestBatch } from './event-guest-batch.dto';
import { EventGuestBatchesService } from './event-guest-batches.service';
import {
  CheckInEventGuest,
  EventGuestsQuery,
  EventGuestView,
  UndoCheckInQuery,
  UpdateEventGuest,
} from './event-guests.dto';
import { EventGuestsService } from './event-guests.service';
import { GuestCheckIns } from './guest-check-ins.service';

const WAYS_TO_ADD = [AddKnownGuest, AddKnownGuests, CreateGuest, AddGuestsFrom];
const ERASED = '`guest_erased`: the guest was erased.';

@Controller('api/events')
@ScopedTo('guests')
@Section('Guests on an event: who is invited, their answers and their check-in.')
export class EventGuestsController {
  constructor(
    private readonly guests: EventGuestsService,
    private readonly checkIns: GuestCheckIns,
    private readonly additions: EventGuestAdditions,
    private readonly batches: EventGuestBatchesService,
  ) {}

  @Get(':id/guests')
  @Access('any')
  @Operation({ operationId: 'listEventGuests', summary: "List an event's guests", response: { page: EventGuestView } })
  list(@IdParam() eventId: string, @Query() query: EventGuestsQuery): Promise<Page<EventGuestView>> {
    return this.guests.list(eventId, query);
  }

  @Post(':id/guests')
  @Access('any')
  @ApiExtraModels(...WAYS_TO_ADD)
  @ApiBody({ schema: { anyOf: WAYS_TO_ADD.map((way) => ({ $ref: getSchemaPath(way) })) } })
  @Operation({
    operationId: 'addEventGuest',
    summary: 'Put guests on an event',
    // The example of the list of guests has it: it belongs to one guest alone.
    exampleWithout: ['externalId'],
    description:
      'Give either an existing guest (`guestId`), or up to 1000 of them (`guestIds`: all are added, or none), or where ' +
      'to take them from (`from`: another event, a tag, or all; those who are on the event already are skipped, and ' +
      'erased ones are left out), or the fields of a new guest. They have not answered yet (`pending`), and no ' +
      'invitation is sent.',
    response: { record: EventGuestView, or: AddedEventGuests },
    status: 201,
    errors: {
      409:
        '`already_invited`: on the event already; the detail says who. For a new guest, also what creating a guest ' +
        'refuses.',
    },
  })
  add(@IdParam() eventId: string, @Body() input: AddEventGuests): Promise<EventGuestView | AddedEventGuests> {
    return this.additions.add(eventId, input);
  }

  @Post(':id/guests/batch')
  @Access('any')
  @Operation({
    operationId: 'batchEventGuests',
    summary: 'Add or change many guests of an event',
    description:
      'Puts guests on the event who are not on it yet, and changes their answers, seats and check-ins. Each item is ' +
      'used as a whole or not at all, by the rules of the single routes and in the order of the request; good ones take effect ' +
      'together, bad ones are named. Fields that an item leaves out stay as they are.',
    response: { body: BatchReport },
  })
  batch(@IdParam() eventId: string, @Body() input: EventGuestBatch): Promise<BatchReport> {
    return this.batches.apply(eventId, input);
  }

  @Get(':eventId/guests/:eventGuestId')
  @Access('any')
  @Operation({
    operationId: 'getEventGuest',
    summary: 'Read a guest of an event',
    response: { record: EventGuestView },
  })
  get(@IdParam('eventId') eventId: string, @IdParam('eventGuestId') id: string): Promise<EventGuestView> {
    return this.guests.get(eventId, id);
  }

  @Patch(':eventId/guests/:eventGuestId')
  @Access('any')
  @Operation({
    operationId: 'updateEventGuest',
    summary: 'Change a guest of an event',
    description:
      "The rules of the guest's own answer apply, but it also works when the event is cancelled or over. A guest who " +
      'declines brings nobody and gives up their seats in the vehicle.',
    response: { record: EventGuestView },
    errors: {
      409:
        '`event_full`: not enough places are free for the guest and their plus-ones. `over_capacity`: their vehicle has ' +
        'too few seats for them. `guest_erased`: the guest was erased.',
    },
  })
  update(
    @IdParam('eventId') eventId: string,
    @IdParam('eventGuestId') id: string,
    @Body() changes: UpdateEventGuest,
  ): Promise<EventGuestView> {
    return this.guests.update(eventId, id, changes);
  }

  @Delete(':eventId/guests/:eventGuestId')
  @Access('any')
  @Operation({
    operationId: 'removeEventGuest',
    summary: 'Take a guest off an event',
    description: "Their seats become free, and their link stops working. The guest's own record stays.",
    response: { nothing: true },
  })
  remove(@IdParam('eventId') eventId: string, @IdParam('eventGuestId') id: string): Promise<void> {
    return this.guests.remove(eventId, id);
  }

  @Post(':eventId/guests/:eventGuestId/check-in')
  @Access('any')
  @Operation({
    operationId: 'checkInEventGuest',
    summary: 'Check a guest in',
    description:
      'This works whatever they answered. A guest who is checked in again keeps the time of the first check-in or, ' +
      'with `occurredAt`, the earlier of the two.',
    response: { record: EventGuestView },
    errors: { 409: ERASED },
  })
  checkIn(
    @IdParam('eventId') eventId: string,
    @IdParam('eventGuestId') id: string,
    @Body() { occurredAt }: CheckInEventGuest,
  ): Promise<EventGuestView> {
    return this.checkIns.checkIn(eventId, id, occurredAt);
  }

  @Delete(':eventId/guests/:eventGuestId/check-in')
  @Access('any')
  @ApiHeader({ name: 'If-Match', required: false, description: 'Only if the event guest still has this ETag.' })
  @Operation({
    operationId: 'undoEventGuestCheckIn',
    summary: "Take a guest's check-in back",
    description: 'The response is the same if they are not checked in.',
    response: { nothing: true },
    errors: {
      409: ERASED,
      412: '`precondition_failed`: the event guest is no longer the version that If-Match names.',
    },
  })
  undoCheckIn(
    @IdParam('eventId') eventId: string,
    @IdParam('eventGuestId') id: string,
    @Query() { occurredAt }: UndoCheckInQuery,
  ): Promise<void> {
    return this.checkIns.undo(eventId, id, occurredAt);
  }
}
