import { Controller, Get, Post, Req, Res, type StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { IdParam } from '../../../platform/fields/id.param';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { ErasureView, PersonalDataFiles, personalDataResponse } from '../guests';
import { ContactErasure } from './contact-erasure.service';
import { ContactDataView } from './team-members.dto';

@Controller('api/events')
@ScopedTo('events')
@Section('Members and contacts who work on an event.')
export class ContactPrivacyController {
  constructor(
    private readonly erasures: ContactErasure,
    private readonly files: PersonalDataFiles,
  ) {}

  @Get(':eventId/team/:teamMemberId/personal-data')
  @Access('any', { permission: 'personalData.erase' })
  @Operation({
    operationId: 'getTeamMemberPersonalData',
    summary: 'Read all that is known of a contact',
    description:
      'For the person who asks what is known of them, or takes it elsewhere: their records on this team and others, ' +
      'messages, whether they unsubscribed, what was delivered to webhooks, and what the audit log says, each with what ' +
      'it is for. With `Accept: text/csv` there is a line for each value. Streamed, however much it is.',
    response: personalDataResponse(ContactDataView, 'contact', 'Grace Hopper'),
    errors: { 409: '`not_a_contact`: a member of the organization, who reads their own account.' },
  })
  async personalData(
    @IdParam('eventId') eventId: string,
    @IdParam('teamMemberId') id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const records = await this.erasures.known(eventId, id);
    // What is known by the address is known of all of them, once.
    const people = records.map((record, index) => ({ id: record.id, email: index === 0 ? record.email : null }));
    return this.files.of({ head: { teamMemberId: id }, section: 'contact', records, people }, request, response);
  }

  @Post(':eventId/team/:teamMemberId/erase')
  @Access('any', { permission: 'personalData.erase' })
  @Operation({
    operationId: 'eraseTeamMember',
    summary: "Erase a contact on an event's team",
    description:
      'Forgets the person for good, on this team and on all others that have the same e-mail address: name, address, ' +
      'phone and notes, wherever they are kept, in messages, deliveries and the audit log too. The records stay as ' +
      '"Erased contact". Messages that wait for the address are not sent, unless it is a guest\'s. Repeating it ' +
      'changes nothing.',
    response: { body: ErasureView },
    errors: { 409: '`not_a_contact`: a member of the organization is erased as a user.' },
  })
  erase(@IdParam('eventId') eventId: string, @IdParam('teamMemberId') id: string): Promise<ErasureView> {
    return this.erasures.erase(eventId, id);
  }
}
