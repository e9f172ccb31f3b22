import { registerTenant, type Tenant } from './builders';
import { Client, sessionCookieOf } from './client';
import { sql } from './sql';

/** A registered user with an organization of their own, given the platform's flag as the start of the service does. */
export async function registerSuperAdmin(url: string, databaseUrl: string): Promise<Tenant> {
  const tenant = await registerTenant(url);
  await sql(databaseUrl, 'UPDATE users SET super_admin = true WHERE id = $1', [tenant.user.id]);
  return tenant;
}

/** Takes the flag from everybody else, so that these are the only Super Admins there are. */
export async function onlySuperAdmins(databaseUrl: string, ...operators: Tenant[]): Promise<void> {
  const ids = operators.map(({ user }) => user.id);
  await sql(databaseUrl, 'UPDATE users SET super_admin = id = ANY ($1)', [ids]);
}

/** Makes a user a member of an organization, as an accepted invitation does. */
export async function join(
  databaseUrl: string,
  who: Tenant,
  organization: { id: string },
  role = 'Member',
): Promise<void> {
  await sql(
    databaseUrl,
    `INSERT INTO memberships (organization_id, id, user_id, role, joined_at, created_at, updated_at)
     VALUES ($1, gen_random_uuid(), $2, $3, now(), now(), now())`,
    [organization.id, who.user.id, role],
  );
}

/**
 * A user who is a member of the organization and of no other, as somebody who came by invitation is, with a key there.
 */
export async function newMember(
  url: string,
  databaseUrl: string,
  organization: { id: string },
  role = 'Member',
): Promise<Tenant> {
  const person = await registerTenant(url);
  await sql(databaseUrl, 'UPDATE memberships SET organization_id = $1, role = $2 WHERE user_id = $3', [
    organization.id,
    role,
    person.user.id,
  ]);
  await sql(databaseUrl, 'UPDATE api_keys SET organization_id = $1 WHERE user_id = $2', [
    organization.id,
    person.user.id,
  ]);
  return { ...person, session: await signIn(url, person) };
}

/** One more session of a user. */
export async function signIn(url: string, { email, password }: Pick<Tenant, 'email' | 'password'>): Promise<Client> {
  const response = await new Client(url).post('/api/auth/login', { email, password }).expect(200);
  return new Client(url, { Cookie: sessionCookieOf(response) });
}

/** Moves a session to another organization. */
export async function standIn(session: Client, organization: { id: string }): Promise<void> {
  await session.put('/api/auth/session/organization', { organizationId: organization.id }).expect(200);
}
