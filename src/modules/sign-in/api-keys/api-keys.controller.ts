import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { PageQuery } from '../../../platform/fields/page.query';
import { ApiKeyView, CreateApiKey, CreatedApiKeyView, UpdateApiKey } from './api-keys.dto';
import { ApiKeysService } from './api-keys.service';

@Controller('api/api-keys')
@Section('Keys with which programs act for the user who made them, or for the organization.')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get()
  @Access('any', { permission: 'apiKeys.read' })
  @Operation({
    operationId: 'listApiKeys',
    summary: 'List the API keys of the organization, newest first',
    response: { page: ApiKeyView },
  })
  list(@Query() query: PageQuery): Promise<Page<ApiKeyView>> {
    return this.keys.list(query);
  }

  @Post()
  @Access('session', { permission: 'apiKeys.create', fresh: true })
  @Operation({
    operationId: 'createApiKey',
    summary: 'Make an API key',
    description:
      'The key acts for the user who makes it, with the role they have at the time of each request, or for the ' +
      'organization (`owner`), with its own permissions. The key itself is ' +
      'shown once, in this response.',
    response: { record: CreatedApiKeyView },
    shownOnce: ['key'],
    status: 201,
    errors: {
      409:
        '`limit_reached`: the caller has 50 keys here, or the organization has 200; expired ones count. ' +
        '`membership_required`: the caller has no role here that the key could act with.',
    },
  })
  create(@Body() input: CreateApiKey): Promise<CreatedApiKeyView> {
    return this.keys.create(input);
  }

  @Get('me')
  @Access('any', { ownKey: true, anyScope: true })
  @Operation({
    operationId: 'getCurrentApiKey',
    summary: 'Read the API key of the request',
    description: 'Its `id` is that of the `actor` of what it changes.',
    response: { record: ApiKeyView },
    errors: { 403: '`key_required`: a session has no key.' },
  })
  current(): Promise<ApiKeyView> {
    return this.keys.current();
  }

  @Get(':id')
  @Access('any', { permission: 'apiKeys.read' })
  @Operation({ operationId: 'getApiKey', summary: 'Read an API key', response: { record: ApiKeyView } })
  get(@IdParam() id: string): Promise<ApiKeyView> {
    return this.keys.get(id);
  }

  @Patch(':id')
  @Access('any', { permission: 'apiKeys.update', fresh: 'a key that may do more or lives longer' })
  @Operation({
    operationId: 'updateApiKey',
    summary: 'Change an API key',
    response: { record: ApiKeyView },
    description:
      'Moving `expiresAt` to a later time, clearing it, or widening `scopes` takes a session that may do everything the key can. An ' +
      'expired key stays expired.',
    errors: {
      403:
        '`impersonating`: keys cannot be changed for somebody else. `session_required`: an API key cannot give a key a ' +
        'later `expiresAt` or wider `scopes`.',
      409: '`key_expired`: the key has expired, and its `expiresAt` can no longer be changed.',
    },
  })
  update(@IdParam() id: string, @Body() changes: UpdateApiKey): Promise<ApiKeyView> {
    return this.keys.update(id, changes);
  }

  @Delete(':id')
  @Access('any', { permission: 'apiKeys.delete' })
  @Operation({
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key, at once',
    response: { nothing: true },
    errors: { 403: '`impersonating`: keys cannot be revoked for somebody else.' },
  })
  revoke(@IdParam() id: string): Promise<void> {
    return this.keys.revoke(id);
  }
}
