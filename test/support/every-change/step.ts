import type { SharedTestApp, TestApp } from '../app';
import type { Tenant } from '../builders';
import { Client, sessionCookieOf, type Json } from '../client';
import type { Member } from '../members';

/** What a step works with: who calls, and the records that earlier steps left. */
export interface Stage {
  service: TestApp;
  tenant: Tenant;
  operator: Tenant;
  member: Member;
  anybody: Client;
  made: Record<string, Json>;
}

export interface Step {
  /** The route that is driven, as the route table has it. */
  route: string;
  run: (stage: Stage) => PromiseLike<unknown>;
  /** The types of the events that it leaves in the outbox, in their order. */
  emits?: string[];
}

/** Creates a record as the tenant, and leaves it under a name. */
export const created =
  (path: (stage: Stage) => string, name: string, body: (stage: Stage) => Json) => async (stage: Stage) =>
    (stage.made[name] = (await stage.tenant.session.post(path(stage), body(stage)).expect(201)).body);

/** The same as a Super Admin. */
export const createdByOperator =
  (path: string, name: string, body: Json) =>
  async ({ operator, made }: Stage) =>
    (made[name] = (await operator.session.post(path, body).expect(201)).body);

export const ofEvent = (rest: string) => (stage: Stage) => `/api/events/${stage.made['event'].id}${rest}`;

export const ofEventGuest =
  (rest = '') =>
  (stage: Stage) =>
    `${ofEvent('/guests/')(stage)}${stage.made['eventGuest'].id}${rest}`;

/** Signs in again. */
export async function freshSession(
  { url }: SharedTestApp,
  { email, password }: Pick<Tenant, 'email' | 'password'>,
): Promise<Client> {
  const response = await new Client(url).post('/api/auth/login', { email, password }).expect(200);
  return new Client(url, { Cookie: sessionCookieOf(response) });
}
