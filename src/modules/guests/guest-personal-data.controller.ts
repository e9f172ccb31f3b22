import { Controller, Get, Req, Res, StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { IdParam } from '../../platform/fields/id.param';
import { prefers } from '../../platform/http/preference';
import { Access, ScopedTo } from '../../platform/routes/access.decorator';
import { Operation, Section } from '../../platform/routes/operation.decorator';
import { PersonalDataView, PURPOSES } from './guest-personal-data.dto';
import { GuestPersonalData, type PersonalDataFormat } from './guest-personal-data.service';

const TYPES: Readonly<Record<PersonalDataFormat, string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

@Controller('api/guests')
@ScopedTo('guests')
@Section('People who can be put on events, also as CSV.')
export class GuestPersonalDataController {
  constructor(private readonly data: GuestPersonalData) {}

  @Get(':id/personal-data')
  @Access('any', { permission: 'personalData.erase' })
  @Operation({
    operationId: 'getGuestPersonalData',
    summary: 'Read all that is known of a guest',
    description:
      'For the person who asks what is known of them, or takes it elsewhere: their record, places on events with answers, ' +
      'messages, whether they unsubscribed, what was delivered to webhooks, and what the audit log says, each with what it ' +
      'is for. With `Accept: text/csv` there is a line for each value. Streamed, however much it is.',
    response: {
      body: PersonalDataView,
      text: 'text/csv',
      textExample: `section,field,value,purpose\r\nguest,name,Ada Lovelace,"${PURPOSES.guest}"\r\n`,
    },
  })
  async get(
    @IdParam() id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const format = prefers([request, response], 'text/csv') ? 'csv' : 'json';
    const stream = await this.data.stream(id, format);
    response.setHeader('Cache-Control', 'no-store');
    const disposition = `attachment; filename="personal-data.${format}"`;
    const file = new StreamableFile(stream, { type: TYPES[format], disposition });
    // A stream that broke off must not look complete.
    return file.setErrorHandler((_error, broken) => broken.destroy?.());
  }
}
