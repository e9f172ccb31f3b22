import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { CreateInvitation, InvitationsQuery, InvitationView } from './invitations.dto';
import { InvitationsService } from './invitations.service';

const TOO_MUCH_MAIL =
  '`mail_limit_reached`: the organization cannot send more e-mail today (UTC); nothing is sent or stored. ' +
  '`mail_paused`: servers refused too much of its e-mail today (see `POST /api/notifications/email`). ' +
  '`rate_limited`: too many e-mails to this address, or the rate limit is exhausted.';
const NOT_PENDING = '`invitation_not_pending`: it is accepted, revoked or expired.';

@Controller('api/organizations/invitations')
@Section('Inviting people into the organization by e-mail.')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Get()
  @Access('any', { permission: 'users.read' })
  @Operation({
    operationId: 'listInvitations',
    summary: 'List the invitations of the organization, newest first',
    response: { page: InvitationView },
  })
  list(@Query() query: InvitationsQuery): Promise<Page<InvitationView>> {
    return this.invitations.list(query);
  }

  @Post()
  @Access('any', { permission: 'users.invite', letsIn: true, fresh: 'a role that may do more than a Member' })
  @Operation({
    operationId: 'createInvitation',
    summary: 'Invite somebody by e-mail',
    description:
      'The e-mail has a link to accept it, which works for 7 days. Nobody can invite to a role that may do more than ' +
      'they may themselves. The invitation is valid as long as its sender may invite to that role. Keys with scopes invite ' +
      'nobody (403 `out_of_scope`): whoever joins has none.',
    response: { record: InvitationView },
    status: 201,
    errors: {
      409:
        '`invitation_pending`: the address has a pending invitation. `already_member`: somebody with the address is a ' +
        'member.',
      429: TOO_MUCH_MAIL,
    },
  })
  create(@Body() input: CreateInvitation): Promise<InvitationView> {
    return this.invitations.create(input);
  }

  @Get(':id')
  @Access('any', { permission: 'users.read' })
  @Operation({ operationId: 'getInvitation', summary: 'Read an invitation', response: { record: InvitationView } })
  get(@IdParam() id: string): Promise<InvitationView> {
    return this.invitations.get(id);
  }

  @Post(':id')
  @Access('any', { permission: 'users.invite', letsIn: true, fresh: 'a role that may do more than a Member' })
  @Operation({
    operationId: 'resendInvitation',
    summary: 'Send an invitation again',
    description:
      'Sends a new link, which works for another 7 days; the old one stops working. An organization can send an ' +
      'address at most 6 e-mails an hour, across all invitations; beyond that, the response is 429. When an address ' +
      'gets many from several organizations, all but the first of each may arrive an hour later, and then only the ' +
      'newest of them.',
    response: { record: InvitationView },
    errors: { 409: NOT_PENDING, 429: TOO_MUCH_MAIL },
  })
  resend(@IdParam() id: string): Promise<InvitationView> {
    return this.invitations.resend(id);
  }

  @Delete(':id')
  @Access('any', { permission: 'users.invite' })
  @Operation({
    operationId: 'revokeInvitation',
    summary: 'Revoke an invitation',
    description: 'Its link stops working. The invitation stays in the list.',
    response: { nothing: true },
    errors: { 409: NOT_PENDING },
  })
  revoke(@IdParam() id: string): Promise<void> {
    return this.invitations.revoke(id);
  }
}
