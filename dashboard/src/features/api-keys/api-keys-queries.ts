import type { CreateApiKeyData, ListApiKeysData, UpdateApiKeyData } from '@tour-events/client';
import { versioned, api } from '../../shared/api';
import { withReauthentication } from '../../shared/with-reauthentication';
import { makingStale } from '../../shared/query-client';
import { paging, reading } from '../../shared/reading';

export const apiKeysQuery = (query: ListApiKeysData['query']) =>
  paging(['api-keys', query], (options) => api.apiKeys.list(query, options));

export const apiKeyQuery = (id: string) =>
  reading(['api-keys', 'one', id], (options) => versioned(api.apiKeys.get(id, options)));

const changing = makingStale('api-keys');

export const updateApiKey = (id: string, body: UpdateApiKeyData['body'], ifMatch: string) =>
  changing(withReauthentication(() => api.apiKeys.update(id, body, { ifMatch })));

/** @returns the key itself too, this once */
export const createApiKey = (body: CreateApiKeyData['body'], idempotencyKey: string) =>
  changing(withReauthentication((isAgain) => api.apiKeys.create(body, isAgain ? {} : { idempotencyKey })));

export const revokeApiKey = (id: string) => changing(api.apiKeys.revoke(id));
