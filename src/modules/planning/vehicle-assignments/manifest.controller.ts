import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { prefers } from '../../../platform/http/preference';
import { ManifestView } from './manifest.dto';
import { ManifestService } from './manifest.service';

@Controller('api/events')
@ScopedTo('vehicles')
@Section('Who sits in which vehicle of an event.')
export class ManifestController {
  constructor(private readonly manifests: ManifestService) {}

  @Get(':id/manifest')
  @Access('any')
  @Operation({
    operationId: 'getManifest',
    summary: "Read an event's manifest",
    description:
      'Who sits in which vehicle, and who has no seat; guests who declined are left out. With `Accept: text/csv`, ' +
      'there is a line for each guest and for each vehicle without any; in it, what a spreadsheet would take for a ' +
      'formula begins with an apostrophe. A manifest has at most 10,000 guests.',
    errors: { 409: '`too_many_guests`: more than 10,000 guests have not declined, which a manifest cannot hold.' },
    response: {
      body: ManifestView,
      text: 'text/csv',
      textExample:
        'vehicle,plateNumber,driver,driverPhone,vehicleNotes,guest,phone,plusOnes,rsvp,dietary,checkedInAt,notes,companions\r\n' +
        'Coach 1,W-12345T,Karl Berger,+436601234567,Leaves at 8,Ada Lovelace,,1,accepted,Vegetarian,,,Byron (No nuts)\r\n',
    },
  })
  async get(
    @IdParam() eventId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ManifestView | string> {
    if (!prefers([request, response], 'text/csv')) return this.manifests.manifest(eventId);
    const csv = await this.manifests.csv(eventId);
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', 'attachment; filename="manifest.csv"');
    return csv;
  }
}
