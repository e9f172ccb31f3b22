import type {
  ApiKeyOwner,
  CreateApiKeyData,
  GetApiKeyResponse,
  Permission,
  Scope,
  UpdateApiKeyData,
} from '@tour-events/client';

export type ApiKey = GetApiKeyResponse;

const DAY_MS = 86_400_000;
export const DAYS = [30, 90, 365] as const;
export const NEVER = 'never';
/** The end that a key has already. */
export const KEEP = 'keep';

export const EMPTY = {
  name: '',
  owner: 'user' as ApiKeyOwner,
  superAdmin: false,
  reach: 'chosen' as 'all' | 'chosen',
  scopes: [] as Scope[],
  rights: 'all' as 'all' | 'chosen',
  permissions: [] as Permission[],
  expiresAt: '365',
};

export type Values = typeof EMPTY;

export function apiKeyValues({ name, owner, superAdmin, scopes, permissions, expiresAt }: ApiKey): Values {
  return {
    name,
    owner,
    superAdmin,
    reach: scopes === null ? 'all' : 'chosen',
    scopes: scopes ?? [],
    rights: permissions === null ? 'all' : 'chosen',
    permissions: permissions ?? [],
    expiresAt: expiresAt === null ? NEVER : KEEP,
  };
}

/** The service asks for permissions where an organization's key has none of its own, so an empty choice is sent as it is. */
export function changesOf({ name, owner, reach, scopes, rights, permissions, expiresAt }: Values) {
  const isOwn = owner === 'organization' || rights === 'chosen';
  return {
    name,
    scopes: reach === 'all' ? null : scopes,
    permissions: isOwn ? permissions : null,
    ...(expiresAt !== KEEP && {
      expiresAt: expiresAt === NEVER ? null : new Date(Date.now() + Number(expiresAt) * DAY_MS).toISOString(),
    }),
  } satisfies UpdateApiKeyData['body'];
}

export function createBodyOf(values: Values): CreateApiKeyData['body'] {
  const { owner, superAdmin } = values;
  // Such a key is all or nothing.
  if (superAdmin && owner === 'user')
    return { ...changesOf(values), owner, superAdmin, scopes: null, permissions: null };
  return { ...changesOf(values), owner };
}
