import { Controller, Get, Req, Res, StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { exampleId } from '../../../platform/fields/example-id';
import { IdParam } from '../../../platform/fields/id.param';
import { prefers } from '../../../platform/http/preference';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { GuestListsService } from './guest-lists.service';
import { NeedsView } from './needs.dto';

@Controller('api/events')
@ScopedTo('guests')
@Section("Lists of an event's guests for those who cook, seat and print.")
export class GuestListsController {
  constructor(private readonly lists: GuestListsService) {}

  @Get(':id/needs')
  @Access('any')
  @Operation({
    operationId: 'getEventNeeds',
    summary: "Read the needs of an event's guests",
    description:
      'What those who accepted eat and answered, companions included. With `Accept: text/csv`, there is a row for each ' +
      'person who needs something, by name, with a column for each question.',
    response: {
      body: NeedsView,
      text: 'text/csv',
      textExample: 'name,guest,dietary,Which starter?\r\nAda Lovelace,Ada Lovelace,Vegetarian,Soup\r\n',
    },
  })
  async needs(
    @IdParam() eventId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NeedsView | string> {
    if (!prefers([request, response], 'text/csv')) return this.lists.needs(eventId);
    const csv = await this.lists.needsCsv(eventId);
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', 'attachment; filename="needs.csv"');
    return csv;
  }

  // Before the routes of one event guest, whose `:eventGuestId` would match "export".
  @Get(':id/guests/export')
  @Access('any')
  @Operation({
    operationId: 'exportEventGuests',
    summary: "Export an event's guests",
    description:
      'CSV with a row for each guest in the order in which they were put on the event: their answer, party, companions ' +
      'as `Name (dietary)` with `|` between them, and a column for each question, by its label. A cell that a ' +
      'spreadsheet would take for a formula begins with an apostrophe.',
    response: {
      text: 'text/csv',
      textExample:
        'name,email,phone,company,dietary,rsvp,plusOnes,party,companions,vehicle,checkedInAt,notes,externalId,guestId,id\r\n' +
        `Ada Lovelace,ada@example.com,,,Vegetarian,accepted,1,,Byron (No nuts),,,,,${exampleId('guest')},${exampleId('eventGuest')}\r\n`,
    },
  })
  async export(@IdParam() eventId: string, @Res({ passthrough: true }) response: Response): Promise<StreamableFile> {
    const stream = await this.lists.export(eventId);
    response.setHeader('Cache-Control', 'no-store');
    const file = new StreamableFile(stream, {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="event-guests.csv"',
    });
    // A stream that broke off must not look complete.
    return file.setErrorHandler((_error, broken) => broken.destroy?.());
  }
}
