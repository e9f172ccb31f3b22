import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../kernel/page';
import { Access } from '../../platform/access/access.decorator';
import { IdParam } from '../../platform/http/id.param';
import { Operation, Section } from '../../platform/http/operation.decorator';
import { PageQuery } from '../../platform/http/page.query';
import { ApiKeyView, CreateApiKey, CreatedApiKeyView, UpdateApiKey } from './api-keys.dto';
import { ApiKeysService } from './api-keys.service';

@Controller('api/api-keys')
@Section('Keys by which programs act for the user who made them.')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get()
  @Access('any', { permission: 'apiKeys.read' })
  @Operation({
    operationId: 'listApiKeys',
    summary: 'List the API keys of the organization, newest first',
    answer: { page: ApiKeyView },
  })
  list(@Query() query: PageQuery): Promise<Page<ApiKeyView>> {
    return this.keys.list(query);
  }

  @Post()
  @Access('session', { permission: 'apiKeys.create' })
  @Operation({
    operationId: 'createApiKey',
    summary: 'Make an API key',
    description:
      'It acts for the user who makes it, with the role they have at the time of each request. The answer shows the ' +
      'key itself, once.',
    answer: { record: CreatedApiKeyView },
    status: 201,
    refuses: {
      403: '`impersonating`: keys can not be made for somebody else.',
      409: '`membership_required`: the caller has no role here that the key could act with.',
    },
  })
  create(@Body() input: CreateApiKey): Promise<CreatedApiKeyView> {
    return this.keys.create(input);
  }

  @Get(':id')
  @Access('any', { permission: 'apiKeys.read' })
  @Operation({ operationId: 'getApiKey', summary: 'Read an API key', answer: { record: ApiKeyView } })
  get(@IdParam() id: string): Promise<ApiKeyView> {
    return this.keys.get(id);
  }

  @Patch(':id')
  @Access('any', { permission: 'apiKeys.update' })
  @Operation({
    operationId: 'updateApiKey',
    summary: 'Change an API key',
    answer: { record: ApiKeyView },
    description:
      'Moving its end later, or clearing it, takes a session that may do all that the key can. A key that has expired ' +
      'stays so.',
    refuses: {
      403: '`impersonating`: keys can not be changed for somebody else. `session_required`: a key moves no end later.',
      409: '`key_expired`: its end has come, and is not moved any more.',
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
    answer: { nothing: true },
    refuses: { 403: '`impersonating`: keys can not be revoked for somebody else.' },
  })
  revoke(@IdParam() id: string): Promise<void> {
    return this.keys.revoke(id);
  }
}
