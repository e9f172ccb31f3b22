import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { IdParam } from '../../../platform/fields/id.param';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { CreateParty, PartiesQuery, PartyView, UpdateParty } from './parties.dto';
import { PartiesService } from './parties.service';

const IN_ANOTHER = '`already_in_party`: one of the guests is in another party of the event.';

@Controller('api')
@ScopedTo('guests')
@Section('Guests of an event who come together. One of them can answer for all.')
export class PartiesController {
  constructor(private readonly parties: PartiesService) {}

  @Get('events/:id/parties')
  @Access('any')
  @Operation({ operationId: 'listParties', summary: "List an event's parties", response: { page: PartyView } })
  list(@IdParam() eventId: string, @Query() query: PartiesQuery): Promise<Page<PartyView>> {
    return this.parties.list(eventId, query);
  }

  @Post('events/:id/parties')
  @Access('any')
  @Operation({
    operationId: 'createParty',
    summary: 'Create a party',
    response: { record: PartyView },
    status: 201,
    errors: { 409: IN_ANOTHER },
  })
  create(@IdParam() eventId: string, @Body() input: CreateParty): Promise<PartyView> {
    return this.parties.create(eventId, input);
  }

  @Get('parties/:id')
  @Access('any')
  @Operation({ operationId: 'getParty', summary: 'Read a party', response: { record: PartyView } })
  get(@IdParam() id: string): Promise<PartyView> {
    return this.parties.get(id);
  }

  @Patch('parties/:id')
  @Access('any')
  @Operation({
    operationId: 'updateParty',
    summary: 'Change a party',
    description: '`eventGuestIds` replace all who were in it.',
    response: { record: PartyView },
    errors: { 409: IN_ANOTHER },
  })
  update(@IdParam() id: string, @Body() changes: UpdateParty): Promise<PartyView> {
    return this.parties.update(id, changes);
  }

  @Delete('parties/:id')
  @Access('any')
  @Operation({
    operationId: 'deleteParty',
    summary: 'Delete a party',
    description: 'Those who were in it stay on the event, each on their own.',
    response: { nothing: true },
  })
  delete(@IdParam() id: string): Promise<void> {
    return this.parties.delete(id);
  }
}
