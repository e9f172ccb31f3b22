import { Body, Controller, Post } from '@nestjs/common';
import { IdParam } from '../../../platform/fields/id.param';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { GuestCheckIns } from './guest-check-ins.service';
import { CheckedInParty, CheckInParty } from './party-check-in.dto';

@Controller('api/events')
@ScopedTo('guests')
@Section('Guests of an event who come together. One of them can answer for all.')
export class PartyCheckInController {
  constructor(private readonly checkIns: GuestCheckIns) {}

  @Post(':eventId/parties/:partyId/check-in')
  @Access('any')
  @Operation({
    operationId: 'checkInParty',
    summary: 'Check a party in',
    description:
      'All of it, or those who are named, at once. Those who have declined are skipped, and whoever is in already ' +
      'keeps the time of the first check-in.',
    response: { body: CheckedInParty },
  })
  async checkIn(
    @IdParam('eventId') eventId: string,
    @IdParam('partyId') partyId: string,
    @Body() input: CheckInParty,
  ): Promise<CheckedInParty> {
    return { data: await this.checkIns.checkInParty(eventId, partyId, input) };
  }
}
