import type { Service } from './app';
import { unique, type Tenant } from './builders';
import { Client, type Json } from './client';
import { tokenSentTo } from './members';

export const INVITATIONS = '/api/organizations/invitations';
/** What somebody without an account sends along with the token. */
export const NEWCOMER = { name: 'New Person', password: 'a password of my own' };

/** An address that nobody has used. */
export const newAddress = (): string => `${unique('Guest')}@Example.com`;

/**
 * Inviting and accepting, as specs need them.
 *
 * @param world called each time, since every test has a tenant of its own
 */
export function invitationsOf(world: () => { app: Service; tenant: Tenant }) {
  const invite = async (email = newAddress(), role = 'Member', caller = world().tenant.session): Promise<Json> =>
    (await caller.post(INVITATIONS, { email, role }).expect(201)).body;
  return {
    invite,
    /** Invites, and reads the token from the e-mail. */
    invited: async (
      role = 'Member',
      email = newAddress(),
    ): Promise<{ invitation: Json; email: string; token: string }> => {
      const invitation = await invite(email, role);
      return { invitation, email, token: await tokenSentTo(world().app, email) };
    },
    accept: (body: Record<string, unknown>, caller = new Client(world().app.url)) =>
      caller.post('/api/invitations/accept', body),
    statusOf: async (id: string): Promise<string> =>
      (await world().tenant.session.get(`${INVITATIONS}/${id}`).expect(200)).body.status,
  };
}
