import { Controller, Get, Req, Res, type StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { found } from '../../../kernel/problems';
import { IdParam } from '../../../platform/fields/id.param';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { PersonalDataView } from './guest-personal-data.dto';
import { GuestsRepository } from './guests.repository';
import { PersonalDataFiles, personalDataResponse } from './personal-data-files';

@Controller('api/guests')
@ScopedTo('guests')
@Section('People who can be put on events, also as CSV.')
export class GuestPersonalDataController {
  constructor(
    private readonly guests: GuestsRepository,
    private readonly files: PersonalDataFiles,
  ) {}

  @Get(':id/personal-data')
  @Access('any', { permission: 'personalData.erase' })
  @Operation({
    operationId: 'getGuestPersonalData',
    summary: 'Read all that is known of a guest',
    description:
      'For the person who asks what is known of them, or takes it elsewhere: their record, places on events with answers, ' +
      'messages, whether they unsubscribed, what was delivered to webhooks, and what the audit log says, each with what it ' +
      'is for. With `Accept: text/csv` there is a line for each value. Streamed, however much it is.',
    response: personalDataResponse(PersonalDataView, 'guest', 'Ada Lovelace'),
  })
  async get(
    @IdParam() id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const guest = found(await this.guests.find(id));
    const { email } = guest;
    const people = [{ id, email }];
    return this.files.of({ head: { guestId: id }, section: 'guest', records: [guest], people }, request, response);
  }
}
