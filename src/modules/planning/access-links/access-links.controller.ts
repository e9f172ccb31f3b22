import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { IdParam } from '../../../platform/fields/id.param';
import { PageQuery } from '../../../platform/fields/page.query';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { AccessLinkChanges } from './access-link-changes.service';
import { AccessLinkCreation } from './access-link-creation.service';
import {
  AccessLinkView,
  CreateAccessLink,
  CreatedAccessLinkView,
  LINK_FIGURES,
  ScansQuery,
  ScanView,
  UpdateAccessLink,
} from './access-links.dto';
import { AccessLinksService } from './access-links.service';

@Controller('api')
@ScopedTo('events')
@Section("Links that open an event's door, or a trip, on somebody's phone without an account.")
export class AccessLinksController {
  constructor(
    private readonly links: AccessLinksService,
    private readonly creation: AccessLinkCreation,
    private readonly changes: AccessLinkChanges,
  ) {}

  @Get('events/:id/access-links')
  @Access('any', { permission: 'accessLinks.manage' })
  @Operation({
    operationId: 'listAccessLinks',
    summary: "List an event's access links, newest first",
    description: 'Revoked and expired ones too.',
    response: { page: AccessLinkView, extraRowFields: LINK_FIGURES },
  })
  list(@IdParam() eventId: string, @Query() query: PageQuery): Promise<Page<AccessLinkView>> {
    return this.links.list(eventId, query);
  }

  @Post('events/:id/access-links')
  @Access('any', { permission: 'accessLinks.manage' })
  @Operation({
    operationId: 'createAccessLink',
    summary: 'Make an access link',
    description:
      'Whoever opens `url` on a phone sees the guests of the event, without addresses and notes, and checks them in. The ' +
      'link is shown once, in this response.',
    response: { record: CreatedAccessLinkView },
    exampleWithout: ['expiresAt'],
    shownOnce: ['url', 'qrSvg'],
    untagged: LINK_FIGURES,
    status: 201,
    errors: { 409: '`limit_reached`: the event has 100 links that are neither revoked nor expired.' },
  })
  create(@IdParam() eventId: string, @Body() input: CreateAccessLink): Promise<CreatedAccessLinkView> {
    return this.creation.create(eventId, input);
  }

  @Get('access-links/:id')
  @Access('any', { permission: 'accessLinks.manage' })
  @Operation({
    operationId: 'getAccessLink',
    summary: 'Read an access link',
    response: { record: AccessLinkView },
    untagged: LINK_FIGURES,
  })
  get(@IdParam() id: string): Promise<AccessLinkView> {
    return this.links.get(id);
  }

  @Patch('access-links/:id')
  @Access('any', { permission: 'accessLinks.manage' })
  @Operation({
    operationId: 'updateAccessLink',
    summary: 'Change an access link',
    description: 'An expired one opens the event again with a later `expiresAt`.',
    response: { record: AccessLinkView },
    exampleWithout: ['expiresAt'],
    untagged: LINK_FIGURES,
    errors: {
      409: '`access_link_revoked`. `limit_reached`: the event has 100 other links that are neither revoked nor expired.',
    },
  })
  update(@IdParam() id: string, @Body() changes: UpdateAccessLink): Promise<AccessLinkView> {
    return this.changes.update(id, changes);
  }

  @Delete('access-links/:id')
  @Access('any', { permission: 'accessLinks.manage' })
  @Operation({
    operationId: 'revokeAccessLink',
    summary: 'Revoke an access link, at once',
    description: 'It stays listed, with `revokedAt` and its scans. Revoking it again is 404.',
    response: { nothing: true },
  })
  revoke(@IdParam() id: string): Promise<void> {
    return this.changes.revoke(id);
  }

  @Get('access-links/:id/scans')
  @Access('any', { permission: 'accessLinks.manage' })
  @Operation({
    operationId: 'listScans',
    summary: 'List what an access link has scanned, newest first',
    description:
      'Refused scans too, with their reason. A scan that was sent again is one row. They are kept for 90 days.',
    response: { page: ScanView },
  })
  scans(@IdParam() id: string, @Query() query: ScansQuery): Promise<Page<ScanView>> {
    return this.links.listScans(id, query);
  }
}
