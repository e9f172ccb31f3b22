import { Client, sessionCookieOf, type Json } from './client';

let counter = 0;
/** A text that no other call returned, for names and addresses that must differ. */
export function unique(prefix: string): string {
  return `${prefix}-${process.pid}-${Date.now().toString(36)}-${++counter}`;
}

/** An organization with its first Admin, signed in, and an API key of theirs. */
export interface Tenant {
  organization: Json;
  user: Json;
  email: string;
  password: string;
  session: Client;
  key: Client;
  apiKey: Json;
}

/** Registers an organization through the API, as a stranger would. */
export async function registerTenant(url: string, overrides: Record<string, unknown> = {}): Promise<Tenant> {
  const email = (overrides['email'] as string | undefined) ?? `${unique('admin')}@example.com`;
  const password = 'a long enough password';
  const registration = {
    organizationName: unique('Organization'),
    name: 'First Admin',
    email,
    password,
    currency: 'EUR',
    ...overrides,
  };
  const response = await new Client(url).post('/api/auth/register', registration).expect(201);
  const session = new Client(url, { Cookie: sessionCookieOf(response) });
  const apiKey = (await session.post('/api/api-keys', { name: 'Integration' }).expect(201)).body as Json;
  return {
    organization: response.body.organization,
    user: response.body.user,
    email,
    password: (overrides['password'] as string | undefined) ?? password,
    session,
    key: new Client(url, { Authorization: `Bearer ${apiKey.key}` }),
    apiKey,
  };
}
