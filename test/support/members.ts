import type { Service } from './app';
import { unique, type Tenant } from './builders';
import { Client, sessionCookieOf, type Json } from './client';
import { eventually } from './eventually';
import { comesWithRegistering, readMailFiles, type ReceivedMail } from './mail';

/** Somebody who is a member of a tenant's organization, signed in there. */
export interface Member {
  readonly user: Json;
  readonly email: string;
  readonly password: string;
  readonly session: Client;
  readonly memberId: string;
}

const PASSWORD = 'a password of my own';

/** The mail to an address, oldest first, without what comes with registering. In e-mail the host's name has no case. */
export async function mailTo(app: Service, email: string): Promise<ReceivedMail[]> {
  const mails = await readMailFiles(app.dataDir);
  return mails.filter(
    (mail) => mail.headers['to']?.toLowerCase() === email.toLowerCase() && !comesWithRegistering(mail),
  );
}

/** The token in the newest of the invitations that an address got, once it has got so many. */
export async function tokenSentTo(app: Service, email: string, messages = 1): Promise<string> {
  const links = await eventually(`an invitation to ${email}`, async () => {
    const received = await mailTo(app, email);
    const links = received.flatMap(
      ({ text }) => /https?:\/\/\S+\/invitations\/accept\?token=\S+/.exec(text)?.[0] ?? [],
    );
    return received.length >= messages && links.length > 0 ? links : null;
  });
  return new URL(links.at(-1)!).searchParams.get('token')!;
}

/** Invites somebody new and lets them accept. */
export async function joinAs(app: Service, tenant: Tenant, role: string): Promise<Member> {
  const email = `${unique('person')}@example.com`;
  await tenant.session.post('/api/organizations/invitations', { email, role }).expect(201);
  const token = await tokenSentTo(app, email);
  const accept = { token, name: 'New Person', password: PASSWORD };
  const response = await new Client(app.url).post('/api/invitations/accept', accept).expect(200);
  const session = new Client(app.url, { Cookie: sessionCookieOf(response) });
  return { user: response.body.user, email, password: PASSWORD, session, memberId: await memberIdOf(tenant, email) };
}

/** Makes a role with these permissions and lets somebody new join with it. */
export async function joinWith(app: Service, tenant: Tenant, permissions: readonly string[]): Promise<Member> {
  const name = unique('Role');
  await tenant.session.post('/api/organizations/roles', { name, permissions }).expect(201);
  return joinAs(app, tenant, name);
}

export async function memberIdOf(tenant: Tenant, email: string): Promise<string> {
  const { body } = await tenant.session.get(`/api/organizations/members?q=${encodeURIComponent(email)}`).expect(200);
  return body.data.find((member: Json) => member.email === email).id;
}

/** A key of the caller's that is narrowed to these permissions. */
export async function narrowedKey(session: Client, permissions: readonly string[]): Promise<Client> {
  const { body } = await session.post('/api/api-keys', { name: 'Narrow', permissions }).expect(201);
  return new Client(session.url, { Authorization: `Bearer ${body.key}` });
}
