import { queryOptions } from '@tanstack/react-query';
import type { CreateApiKeyData, ListApiKeysData, UpdateApiKeyData } from '@tour-events/client';
import { versioned, api } from '../../shared/api';
import { withReauthentication } from '../../shared/with-reauthentication';
import { queryClient } from '../../shared/query-client';

export const apiKeysQuery = (query: ListApiKeysData['query']) =>
  queryOptions({
    queryKey: ['api-keys', query],
    queryFn: ({ signal }) => api.apiKeys.list(query, { signal }),
    placeholderData: (before) => before,
  });

export const apiKeyQuery = (id: string) =>
  queryOptions({
    queryKey: ['api-keys', 'one', id],
    queryFn: ({ signal }) => versioned(api.apiKeys.get(id, { signal })),
  });

export async function updateApiKey(id: string, body: UpdateApiKeyData['body'], ifMatch: string) {
  const key = await withReauthentication(() => api.apiKeys.update(id, body, { ifMatch }));
  void queryClient.invalidateQueries({ queryKey: ['api-keys'] });
  return key;
}

/** @returns the key itself too, this once */
export async function createApiKey(body: CreateApiKeyData['body'], idempotencyKey: string) {
  const key = await withReauthentication((isAgain) => api.apiKeys.create(body, isAgain ? {} : { idempotencyKey }));
  void queryClient.invalidateQueries({ queryKey: ['api-keys'] });
  return key;
}

export async function revokeApiKey(id: string): Promise<void> {
  await api.apiKeys.revoke(id);
  void queryClient.invalidateQueries({ queryKey: ['api-keys'] });
}
