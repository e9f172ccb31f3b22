import { queryOptions } from '@tanstack/react-query';
import type { CreateApiKeyData, ListApiKeysData } from '@tour-events/client';
import { te } from '../../shared/api';
import { queryClient } from '../../shared/query-client';

export const apiKeysQuery = (query: ListApiKeysData['query']) =>
  queryOptions({
    queryKey: ['api-keys', query],
    queryFn: ({ signal }) => te.apiKeys.list(query, { signal }),
    placeholderData: (before) => before,
  });

/** @returns the key itself too, this once */
export async function createApiKey(body: CreateApiKeyData['body'], idempotencyKey: string) {
  const key = await te.apiKeys.create(body, { idempotencyKey });
  void queryClient.invalidateQueries({ queryKey: ['api-keys'] });
  return key;
}

export async function revokeApiKey(id: string): Promise<void> {
  await te.apiKeys.revoke(id);
  void queryClient.invalidateQueries({ queryKey: ['api-keys'] });
}
