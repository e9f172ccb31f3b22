import { randomUUID } from 'node:crypto';
import { Client, type Json } from './client';

/** Makes an access link of an event; gives the response, with its `url`. */
export async function newLink(caller: Client, event: Json, fields: Record<string, unknown> = {}): Promise<Json> {
  const body = { name: 'West door', kind: 'door', ...fields };
  return (await caller.post(`/api/events/${event.id}/access-links`, body).expect(201)).body;
}

/** The token of a link that was just made. */
export function tokenOf({ url }: Json): string {
  return new URL(url).hash.slice(1);
}

/** A phone that has opened a link. */
export function phoneWith(link: Json, headers: Record<string, string> = {}): Client {
  const own = { Authorization: `Bearer ${tokenOf(link)}`, 'X-TE-Device': `phone-${randomUUID()}` };
  return new Client(new URL(link.url).origin, { ...own, ...headers });
}

/** A scan of an event guest by their code, as of now. */
export function scanOf(guest: Json, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    nonce: randomUUID(),
    code: guest.code,
    action: 'check_in',
    occurredAt: new Date().toISOString(),
    ...fields,
  };
}

/** Sends scans; gives their results. */
export async function send(phone: Client, ...scans: Record<string, unknown>[]): Promise<Json[]> {
  return (await phone.post('/api/field/scans', { scans }).expect(200)).body.results;
}
