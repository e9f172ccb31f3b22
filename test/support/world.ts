import type { Service } from './app';
import { registerTenant, type Tenant } from './builders';
import type { Client, Json } from './client';
import { eventually } from './eventually';
import { newLink, phoneWith } from './field';
import { joinAs } from './members';
import { emailFrom, mailOf, unsubscribePathIn, whenDone } from './notifications';
import type { DocumentedOperation } from './openapi';
import { addPasskey, byName } from './second-factors';
import { sql } from './sql';
import { TESTED_RESOURCES } from './tested-resource';

/** An organization with one record of everything that has a path of its own. */
export interface World extends Tenant {
  /** Has opened a link to the door of the event. */
  readonly phone: Client;
  /** An id for each path's start. */
  readonly ids: Readonly<Record<string, string>>;
}

/** Makes a world through the API, with what {@link TESTED_RESOURCES} make. */
export async function makeWorld(service: Service): Promise<World> {
  const tenant = await registerTenant(service.url);
  const { session } = tenant;
  const event: Json = (await session.post('/api/events', { name: 'An event' }).expect(201)).body;
  const expense: Json = (
    await session.post(`/api/events/${event.id}/expenses`, { category: 'transport', amount: '12.50' }).expect(201)
  ).body;
  const eventGuest: Json = (await session.post(`/api/events/${event.id}/guests`, { name: 'A guest' }).expect(201)).body;
  const vehicle: Json = (await session.post('/api/vehicles', { name: 'A vehicle', capacity: 8 }).expect(201)).body;
  const coach: Json = (await session.post('/api/vehicles', { name: 'An assigned one', capacity: 8 }).expect(201)).body;
  const assignment: Json = (await session.post(`/api/events/${event.id}/vehicles`, { vehicleId: coach.id }).expect(201))
    .body;
  const teamMember: Json = (await session.post(`/api/events/${event.id}/team`, { name: 'A driver' }).expect(201)).body;
  const guest: Json = (await session.post('/api/guests', { name: 'A guest' }).expect(201)).body;
  // Over, so that guest and vehicle can still be deleted.
  const past: Json = (await session.post('/api/events', { name: 'A past event', status: 'completed' }).expect(201))
    .body;
  await session.post(`/api/events/${past.id}/guests`, { guestId: guest.id }).expect(201);
  await session.post(`/api/events/${past.id}/vehicles`, { vehicleId: vehicle.id }).expect(201);
  const spareKey: Json = (await session.post('/api/api-keys', { name: 'A spare key' }).expect(201)).body;
  const member = await joinAs(service, tenant, 'Member');
  const role: Json = (
    await session.post('/api/organizations/roles', { name: 'A role', permissions: ['users.read'] }).expect(201)
  ).body;
  const invitation: Json = (
    await session.post('/api/organizations/invitations', { email: 'invited@example.com', role: 'Member' }).expect(201)
  ).body;
  const webhook: Json = (
    await session.post('/api/webhooks', { url: 'http://127.0.0.1:9/', eventTypes: ['webhook.test'] }).expect(201)
  ).body;
  const delivery: Json = (await session.post(`/api/webhooks/${webhook.id}/test`).expect(202)).body;
  const inbox: Json = (await session.post('/api/webhooks/test-inbox').expect(201)).body;
  const receiver: Json = (
    await session.post('/api/webhooks', { url: inbox.url, eventTypes: ['webhook.test'] }).expect(201)
  ).body;
  await session.post(`/api/webhooks/${receiver.id}/test`).expect(202);
  await eventually('a request in the test inbox', async () => {
    const requests: Json = (await session.get('/api/webhooks/test-inbox/requests').expect(200)).body;
    return requests.total > 0 ? requests : null;
  });
  const referral: Json = (await session.post('/api/referrals', {}).expect(201)).body;
  // What operators of the platform make, for all.
  const [announcement] = await sql(
    service.databaseUrl,
    `INSERT INTO announcements (id, title, body, level, audience, withdrawn, published_by, created_at, updated_at)
     VALUES (gen_random_uuid(), 'A title', 'A body', 'info', 'everyone', false, $1, now(), now()) RETURNING id`,
    [tenant.user.id],
  );
  const [plan] = await sql(
    service.databaseUrl,
    `INSERT INTO plans (id, name, name_key, monthly_price, yearly_price, currency, features, active, created_at, updated_at)
     VALUES (gen_random_uuid(), 'A plan', 'a plan', 10, 100, 'EUR', '{}', true, now(), now()) RETURNING id`,
  );
  const [coupon] = await sql(
    service.databaseUrl,
    `INSERT INTO coupons (id, code, code_key, percent_off, duration, redemptions, created_at, updated_at)
     SELECT id, left(id::text, 32), left(id::text, 32), 10, 'once', 0, now(), now() FROM gen_random_uuid() AS id RETURNING id`,
  );
  await session.put('/api/billing/subscription', { planId: plan.id, interval: 'monthly' }).expect(200);
  const invoices: Json = (await session.get('/api/billing/invoices').expect(200)).body;
  const notification = await whenDone(session, await emailFrom(session, ['somebody@example.com']));
  const [letter] = await mailOf(service, notification);
  const unsubscribePath = unsubscribePathIn(letter!);
  await session.post(unsubscribePath).expect(200);
  const suppressions: Json = (await session.get('/api/suppressions').expect(200)).body;
  const sessions: Json = (await session.get('/api/auth/sessions').expect(200)).body;
  const { passkey } = await addPasskey(byName(service.url, session));
  const [link] = await sql(
    service.databaseUrl,
    `INSERT INTO sso_identities (organization_id, id, issuer, subject, user_id, created_at)
     VALUES ($1, gen_random_uuid(), 'https://login.example.com', 'ada', $2, now()) RETURNING id`,
    [tenant.organization.id, tenant.user.id],
  );
  const domain: Json = (await session.post('/api/settings/sso/domains', { domain: 'sso.example.com' }).expect(201))
    .body;
  const feed: Json = (await session.post('/api/calendar-feeds', { kind: 'organization' }).expect(201)).body;
  const auditLogs: Json = (await session.get('/api/audit-logs').expect(200)).body;
  const ids: Record<string, string> = {
    '/api/events/': event.id,
    '/api/events/{}/guests/': eventGuest.id,
    '/api/events/{}/waitlist/': eventGuest.id,
    '/api/events/{}/team/': teamMember.id,
    '/rsvp/': new URL(eventGuest.rsvpUrl).pathname.slice('/api/rsvp/'.length),
    '/api/rsvp/': new URL(eventGuest.rsvpUrl).pathname.slice('/api/rsvp/'.length),
    '/api/expenses/': expense.id,
    '/api/guests/': guest.id,
    '/api/vehicles/': vehicle.id,
    '/api/vehicle-assignments/': assignment.id,
    '/api/trips/{}/passengers/': eventGuest.id,
    '/api/api-keys/': spareKey.id,
    '/api/webhooks/': webhook.id,
    '/api/webhooks/{}/deliveries/': delivery.id,
    '/api/referrals/': referral.id,
    '/api/announcements/': announcement.id,
    '/api/plans/': plan.id,
    '/api/coupons/': coupon.id,
    '/api/billing/invoices/': invoices.data[0].id,
    '/api/notifications/': notification.id,
    '/api/suppressions/': suppressions.data[0].id,
    '/calendar/': new URL(feed.url).pathname.slice('/calendar/'.length, -'.ics'.length),
    '/api/unsubscribe/': unsubscribePath.slice('/api/unsubscribe/'.length),
    '/api/auth/sessions/': sessions.data[0].id,
    '/api/auth/factors/passkeys/': passkey.id,
    '/api/auth/factors/providers/': link.id,
    '/api/settings/sso/domains/': domain.id,
    '/api/audit-logs/': auditLogs.data[0].id,
    '/api/users/': tenant.user.id,
    '/api/platform/announcements/': announcement.id,
    '/api/platform/organizations/': tenant.organization.id,
    '/api/platform/users/': tenant.user.id,
    '/api/organizations/': tenant.organization.id,
    '/api/organizations/members/': member.memberId,
    '/api/organizations/roles/': role.id,
    '/api/organizations/invitations/': invitation.id,
  };
  for (const { path, make } of TESTED_RESOURCES) ids[path] = (await make(tenant, ids)).id as string;
  ids['/api/events/{}/parties/'] = ids['/api/parties/']!;
  return { ...tenant, ids, phone: phoneWith(await newLink(session, event)) };
}

/** A documented path such as `/api/tours/{id}` with the ids of a world's records in it. */
export function pathIn(world: World, path: string): string {
  return fill(path, (start) => {
    const id = world.ids[start];
    if (id === undefined) throw new Error(`Make a record of ${start}{...} in test/support/resources.`);
    return id;
  });
}

/** The same with the given id in the last segment: a record that may not exist, below records that do. */
export function pathTo(world: World, path: string, id: string): string {
  const last = path.slice(0, path.lastIndexOf('{'));
  return fill(path, (start) => (start === normal(last) ? id : world.ids[start]!));
}

/** @param idFor takes the path up to the parameter, earlier parameters as `{}` */
function fill(path: string, idFor: (start: string) => string): string {
  return path.replace(/\{[^}]+\}/g, (_parameter, offset: number) => idFor(normal(path.slice(0, offset))));
}

const normal = (start: string) => start.replace(/\{[^}]+\}/g, '{}');

/** Who may call an operation: a session, but for what speaks of the caller's key, or is for links alone. */
export function callerOf({ session, key, phone }: World, { operation }: DocumentedOperation): Client {
  if (isForLinks(operation)) return phone;
  return operation.security.some((scheme: Json) => 'session' in scheme) || operation.security.length === 0
    ? session
    : key;
}

/** Whether an operation takes an access link and nothing else. */
export function isForLinks(operation: Json): boolean {
  return operation.security.some((scheme: Json) => 'accessLink' in scheme);
}

/** Calls an operation at a path with its documented example as the body, or, for a change, with no field at all. */
export function call(caller: Client, { method, operation }: DocumentedOperation, url: string) {
  if (method === 'get' || method === 'delete') return caller[method](url);
  const example: Json = operation.requestBody?.content['application/json']?.example ?? {};
  return caller[method](url, method === 'patch' ? {} : example);
}

/** Posts a body as it is. */
export function postRaw({ apiKey, key }: World, path: string, body: string, type = 'application/json') {
  return key
    .with({ Authorization: `Bearer ${apiKey.key}`, 'Content-Type': type })
    .post(path)
    .send(body);
}
