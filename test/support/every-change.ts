import type { TestApp } from './app';
import { registerTenant, unique, type Tenant } from './builders';
import { Client, sessionCookieOf, type Json } from './client';
import { eventually } from './eventually';
import { asksToConfirm, readMailFiles } from './mail';
import { tokenSentTo, type Member } from './members';
import { emailFrom, mailOf, unsubscribePathIn, whenDone } from './notifications';
import { standIn } from './people';

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

const created = (path: (stage: Stage) => string, name: string, body: (stage: Stage) => Json) => async (stage: Stage) =>
  (stage.made[name] = (await stage.tenant.session.post(path(stage), body(stage)).expect(201)).body);

const ofEvent = (rest: string) => (stage: Stage) => `/api/events/${stage.made['event'].id}${rest}`;
const ofEventGuest =
  (rest = '') =>
  (stage: Stage) =>
    `${ofEvent('/guests/')(stage)}${stage.made['eventGuest'].id}${rest}`;

const createdByOperator =
  (path: string, name: string, body: Json) =>
  async ({ operator, made }: Stage) =>
    (made[name] = (await operator.session.post(path, body).expect(201)).body);

const A_PLAN = { name: 'A plan', monthlyPrice: '10.00', yearlyPrice: '100.00', currency: 'EUR', features: [] };

/** Every operation that changes anything, in this order: each step finds what the ones before it left. */
export const EVERY_CHANGE: readonly Step[] = [
  {
    route: 'POST /api/tours',
    run: created(
      () => '/api/tours',
      'tour',
      () => ({ name: 'A tour' }),
    ),
    emits: ['tour.created'],
  },
  {
    route: 'PATCH /api/tours/:id',
    run: ({ tenant, made }) => tenant.key.patch(`/api/tours/${made['tour'].id}`, { name: 'Renamed' }).expect(200),
    emits: ['tour.updated'],
  },
  {
    route: 'POST /api/events',
    run: created(
      () => '/api/events',
      'event',
      () => ({ name: 'An event' }),
    ),
    emits: ['event.created'],
  },
  {
    route: 'PATCH /api/events/:id',
    run: ({ tenant, made }) => tenant.key.patch(`/api/events/${made['event'].id}`, { notes: 'Changed' }).expect(200),
    emits: ['event.updated'],
  },
  {
    route: 'POST /api/events/:id/expenses',
    run: created(ofEvent('/expenses'), 'expense', () => ({ category: 'transport', amount: '1.00' })),
    emits: ['expense.created'],
  },
  {
    route: 'PATCH /api/expenses/:id',
    run: ({ tenant, made }) => tenant.key.patch(`/api/expenses/${made['expense'].id}`, { amount: '2.00' }).expect(200),
    emits: ['expense.updated'],
  },
  {
    route: 'DELETE /api/expenses/:id',
    run: ({ tenant, made }) => tenant.key.delete(`/api/expenses/${made['expense'].id}`).expect(204),
    emits: ['expense.deleted'],
  },
  {
    route: 'POST /api/guests',
    run: created(
      () => '/api/guests',
      'guest',
      () => ({ name: 'A guest' }),
    ),
    emits: ['guest.created'],
  },
  {
    route: 'PATCH /api/guests/:id',
    run: ({ tenant, made }) => tenant.key.patch(`/api/guests/${made['guest'].id}`, { company: 'New' }).expect(200),
    emits: ['guest.updated'],
  },
  {
    route: 'POST /api/guests/import',
    run: ({ tenant }) =>
      tenant.key
        .post('/api/guests/import')
        .set('Content-Type', 'text/csv')
        .send('name,externalId\nFirst,1\nSecond,2\n')
        .expect(200),
    emits: ['guest.created', 'guest.created'],
  },
  {
    route: 'POST /api/guests/import',
    run: ({ tenant }) =>
      tenant.key
        .post('/api/guests/import')
        .set('Content-Type', 'text/csv')
        .send('name,externalId\nRenamed,1\nThird,3\n')
        .expect(200),
    emits: ['guest.updated', 'guest.created'],
  },
  {
    route: 'POST /api/guests/batch',
    run: ({ tenant }) =>
      tenant.key
        .post('/api/guests/batch', {
          items: [{ externalId: '1', name: 'Again' }, { externalId: 'b-1', name: 'Batched' }, { externalId: 'b-2' }],
        })
        .expect(200),
    emits: ['guest.updated', 'guest.created'],
  },
  {
    route: 'POST /api/events/:id/guests/batch',
    run: (stage) =>
      stage.tenant.key
        .post(ofEvent('/guests/batch')(stage), {
          items: [{ externalId: 'b-1', rsvp: 'accepted', checkedIn: true }, { externalId: 'unknown' }],
        })
        .expect(200),
    emits: ['event_guest.added', 'guest.rsvp', 'guest.checked_in'],
  },
  {
    route: 'POST /api/events/:id/expenses/batch',
    run: (stage) =>
      stage.tenant.key
        .post(ofEvent('/expenses/batch')(stage), {
          items: [
            { category: 'catering', amount: '1.00', externalId: 'b-1' },
            { category: 'nothing', amount: '1' },
          ],
        })
        .expect(200),
    emits: ['expense.created'],
  },
  {
    route: 'POST /api/events/:id/guests',
    run: created(ofEvent('/guests'), 'eventGuest', ({ made }) => ({ guestId: made['guest'].id })),
    emits: ['event_guest.added'],
  },
  {
    route: 'POST /api/events/:id/guests',
    run: created(ofEvent('/guests'), 'other', () => ({ name: 'Somebody new' })),
    emits: ['guest.created', 'event_guest.added'],
  },
  {
    route: 'PATCH /api/events/:eventId/guests/:eventGuestId',
    run: (stage) => stage.tenant.key.patch(ofEventGuest()(stage), { rsvp: 'tentative' }).expect(200),
    emits: ['guest.rsvp'],
  },
  {
    route: 'POST /api/rsvp/:token',
    run: ({ anybody, made }) =>
      anybody.post(new URL(made['eventGuest'].rsvpUrl).pathname, { rsvp: 'accepted' }).expect(200),
    emits: ['guest.rsvp'],
  },
  {
    route: 'POST /api/events/:eventId/guests/:eventGuestId/check-in',
    run: (stage) => stage.tenant.key.post(ofEventGuest('/check-in')(stage)).expect(200),
    emits: ['guest.checked_in'],
  },
  {
    route: 'POST /api/events/:eventId/guests/:eventGuestId/check-in',
    run: (stage) => stage.tenant.key.post(ofEventGuest('/check-in')(stage)).expect(200),
  },
  {
    route: 'DELETE /api/events/:eventId/guests/:eventGuestId/check-in',
    run: (stage) => stage.tenant.key.delete(ofEventGuest('/check-in')(stage)).expect(204),
  },
  {
    route: 'POST /api/vehicles',
    run: created(
      () => '/api/vehicles',
      'vehicle',
      () => ({ name: 'A bus', capacity: 3 }),
    ),
    emits: ['vehicle.created'],
  },
  {
    route: 'PATCH /api/vehicles/:id',
    run: ({ tenant, made }) => tenant.key.patch(`/api/vehicles/${made['vehicle'].id}`, { capacity: 4 }).expect(200),
    emits: ['vehicle.updated'],
  },
  {
    route: 'POST /api/events/:id/vehicles',
    run: created(ofEvent('/vehicles'), 'assignment', ({ made }) => ({ vehicleId: made['vehicle'].id })),
    emits: ['vehicle_assignment.created'],
  },
  {
    route: 'PATCH /api/vehicle-assignments/:id',
    run: ({ tenant, made }) =>
      tenant.key.patch(`/api/vehicle-assignments/${made['assignment'].id}`, { notes: 'Early' }).expect(200),
    emits: ['vehicle_assignment.updated'],
  },
  {
    route: 'POST /api/events/:eventId/guests/:eventGuestId/vehicle',
    run: (stage) =>
      stage.tenant.key
        .post(ofEventGuest('/vehicle')(stage), { vehicleAssignmentId: stage.made['assignment'].id })
        .expect(200),
    emits: ['guest.vehicle_changed'],
  },
  {
    route: 'POST /api/rsvp/:token',
    run: ({ anybody, made }) =>
      anybody.post(new URL(made['eventGuest'].rsvpUrl).pathname, { rsvp: 'declined' }).expect(200),
    emits: ['guest.rsvp', 'guest.vehicle_changed'],
  },
  {
    route: 'DELETE /api/vehicle-assignments/:id',
    run: ({ tenant, made }) => tenant.key.delete(`/api/vehicle-assignments/${made['assignment'].id}`).expect(204),
    emits: ['vehicle_assignment.deleted'],
  },
  {
    route: 'DELETE /api/vehicles/:id',
    run: ({ tenant, made }) => tenant.key.delete(`/api/vehicles/${made['vehicle'].id}`).expect(204),
    emits: ['vehicle.deleted'],
  },
  // One that a past event still has, with a guest in it.
  {
    route: 'POST /api/vehicles',
    run: created(
      () => '/api/vehicles',
      'vehicle',
      () => ({ name: 'A van', capacity: 3 }),
    ),
    emits: ['vehicle.created'],
  },
  {
    route: 'POST /api/events/:id/vehicles',
    run: created(ofEvent('/vehicles'), 'assignment', ({ made }) => ({ vehicleId: made['vehicle'].id })),
    emits: ['vehicle_assignment.created'],
  },
  {
    route: 'PATCH /api/events/:eventId/guests/:eventGuestId',
    run: (stage) => stage.tenant.key.patch(ofEventGuest()(stage), { rsvp: 'accepted' }).expect(200),
    emits: ['guest.rsvp'],
  },
  {
    route: 'POST /api/events/:eventId/guests/:eventGuestId/vehicle',
    run: (stage) =>
      stage.tenant.key.post(ofEventGuest('/vehicle')(stage), { vehicleId: stage.made['vehicle'].id }).expect(200),
    emits: ['guest.vehicle_changed'],
  },
  {
    route: 'PATCH /api/events/:id',
    run: ({ tenant, made }) => tenant.key.patch(`/api/events/${made['event'].id}`, { status: 'completed' }).expect(200),
    emits: ['event.updated'],
  },
  {
    route: 'DELETE /api/vehicles/:id',
    run: ({ tenant, made }) => tenant.key.delete(`/api/vehicles/${made['vehicle'].id}`).expect(204),
    emits: ['guest.vehicle_changed', 'vehicle_assignment.deleted', 'vehicle.deleted'],
  },
  {
    route: 'DELETE /api/events/:eventId/guests/:eventGuestId',
    run: (stage) => stage.tenant.key.delete(ofEventGuest()(stage)).expect(204),
    emits: ['event_guest.removed'],
  },
  {
    route: 'DELETE /api/guests/:id',
    run: ({ tenant, made }) => tenant.key.delete(`/api/guests/${made['guest'].id}`).expect(204),
    emits: ['guest.deleted'],
  },
  { route: 'POST /api/events/:id/team', run: created(ofEvent('/team'), 'worker', () => ({ name: 'A driver' })) },
  {
    route: 'PATCH /api/events/:eventId/team/:teamMemberId',
    run: (stage) =>
      stage.tenant.key.patch(`${ofEvent('/team/')(stage)}${stage.made['worker'].id}`, { role: 'Lead' }).expect(200),
  },
  {
    route: 'DELETE /api/events/:eventId/team/:teamMemberId',
    run: (stage) => stage.tenant.key.delete(`${ofEvent('/team/')(stage)}${stage.made['worker'].id}`).expect(204),
  },
  {
    route: 'POST /api/notifications/bulk',
    run: ({ tenant, made }) =>
      tenant.key
        .post('/api/notifications/bulk', { channel: 'email', eventId: made['event'].id, subject: 'All', body: 'Hello' })
        .expect(202),
  },
  {
    route: 'DELETE /api/events/:id',
    run: ({ tenant, made }) => tenant.key.delete(`/api/events/${made['event'].id}`).expect(204),
    emits: ['event.deleted'],
  },
  {
    route: 'DELETE /api/tours/:id',
    run: ({ tenant, made }) => tenant.key.delete(`/api/tours/${made['tour'].id}`).expect(204),
    emits: ['tour.deleted'],
  },

  {
    route: 'POST /api/organizations/invitations',
    run: created(
      () => '/api/organizations/invitations',
      'invitation',
      () => ({
        email: `${unique('invited')}@example.com`,
        role: 'Member',
      }),
    ),
    emits: ['invitation.created'],
  },
  {
    route: 'POST /api/organizations/invitations/:id',
    run: ({ tenant, made }) =>
      tenant.session.post(`/api/organizations/invitations/${made['invitation'].id}`).expect(200),
  },
  {
    route: 'POST /api/invitations/accept',
    run: async ({ service, anybody, made }) => {
      const token = await tokenSentTo(service, made['invitation'].email, 2);
      await anybody.post('/api/invitations/accept', { token, name: 'New', password: 'a long password' }).expect(200);
    },
    emits: ['invitation.accepted', 'member.joined'],
  },
  {
    route: 'POST /api/organizations/invitations',
    run: created(
      () => '/api/organizations/invitations',
      'revoked',
      () => ({
        email: `${unique('invited')}@example.com`,
        role: 'Member',
      }),
    ),
    emits: ['invitation.created'],
  },
  {
    route: 'DELETE /api/organizations/invitations/:id',
    run: ({ tenant, made }) =>
      tenant.session.delete(`/api/organizations/invitations/${made['revoked'].id}`).expect(204),
    emits: ['invitation.revoked'],
  },
  {
    route: 'PATCH /api/organizations/members/:memberId',
    run: ({ tenant, member }) =>
      tenant.session.patch(`/api/organizations/members/${member.memberId}`, { role: 'Admin' }).expect(200),
    emits: ['member.updated'],
  },
  {
    route: 'PATCH /api/users/:id',
    run: async ({ tenant, operator, member }) => {
      await operator.session
        .put('/api/auth/session/organization', { organizationId: tenant.organization.id })
        .expect(200);
      await operator.session.patch(`/api/users/${member.user.id}`, { role: 'Member' }).expect(200);
    },
    emits: ['member.updated'],
  },
  ...[{ name: 'Another name' }, { status: 'suspended' }, { status: 'active' }].map((changes): Step => ({
    route: 'PATCH /api/users/:id',
    run: ({ operator, member }) => operator.session.patch(`/api/users/${member.user.id}`, changes).expect(200),
    emits: ['member.updated'],
  })),
  {
    route: 'PUT /api/auth/session/organization',
    run: ({ operator }) =>
      operator.session.put('/api/auth/session/organization', { organizationId: operator.organization.id }).expect(200),
  },
  {
    route: 'POST /api/organizations/roles',
    run: created(
      () => '/api/organizations/roles',
      'role',
      () => ({ name: 'Planner', permissions: [] }),
    ),
  },
  {
    route: 'PATCH /api/organizations/roles/:id',
    run: ({ tenant, made }) =>
      tenant.session.patch(`/api/organizations/roles/${made['role'].id}`, { description: 'Plans' }).expect(200),
  },
  {
    route: 'DELETE /api/organizations/roles/:id',
    run: ({ tenant, made }) => tenant.session.delete(`/api/organizations/roles/${made['role'].id}`).expect(204),
  },
  {
    route: 'POST /api/users/:id/impersonate',
    run: ({ operator, member }) => operator.session.post(`/api/users/${member.user.id}/impersonate`).expect(200),
  },
  {
    route: 'POST /api/impersonation/end',
    // The session has another cookie while it impersonates.
    run: async ({ operator, service, member }) => {
      const signedIn = await new Client(service.url)
        .post('/api/auth/login', { email: operator.email, password: operator.password })
        .expect(200);
      const session = new Client(service.url, { Cookie: sessionCookieOf(signedIn) });
      const impersonating = await session.post(`/api/users/${member.user.id}/impersonate`).expect(200);
      await new Client(service.url, { Cookie: sessionCookieOf(impersonating) })
        .post('/api/impersonation/end')
        .expect(200);
      operator.session = await freshSession(service, operator);
    },
  },
  {
    route: 'DELETE /api/organizations/members/:memberId',
    run: ({ tenant, member }) => tenant.session.delete(`/api/organizations/members/${member.memberId}`).expect(204),
    emits: ['member.removed'],
  },
  {
    route: 'PUT /api/users/:id/super-admin',
    run: ({ operator, tenant }) => operator.session.put(`/api/users/${tenant.user.id}/super-admin`).expect(204),
  },
  {
    route: 'DELETE /api/users/:id/super-admin',
    run: ({ operator, tenant }) => operator.session.delete(`/api/users/${tenant.user.id}/super-admin`).expect(204),
  },
  {
    route: 'PATCH /api/users/me',
    run: ({ tenant }) => tenant.session.patch('/api/users/me', { name: 'Renamed' }).expect(200),
    emits: ['member.updated'],
  },
  {
    route: 'PATCH /api/users/me',
    run: ({ tenant }) => tenant.session.patch('/api/users/me', { phone: '+43123456789' }).expect(200),
  },
  {
    route: 'PATCH /api/organizations/me',
    run: ({ tenant }) => tenant.session.patch('/api/organizations/me', { name: 'Renamed' }).expect(200),
  },
  {
    route: 'PATCH /api/organizations/:id',
    run: ({ operator, tenant }) =>
      operator.session.patch(`/api/organizations/${tenant.organization.id}`, { name: 'Again' }).expect(200),
  },
  {
    route: 'PATCH /api/settings',
    run: ({ tenant }) => tenant.session.patch('/api/settings', { locale: 'de' }).expect(200),
  },
  {
    route: 'PATCH /api/settings/platform',
    run: ({ operator }) =>
      operator.session
        .patch('/api/settings/platform', { referralReward: { amount: '1.00', currency: 'EUR' } })
        .expect(200),
  },
  { route: 'POST /api/plans', run: createdByOperator('/api/plans', 'plan', A_PLAN) },
  {
    route: 'PATCH /api/plans/:id',
    run: ({ operator, made }) =>
      operator.session.patch(`/api/plans/${made['plan'].id}`, { features: ['Tours'] }).expect(200),
  },
  // One that nobody is on.
  { route: 'POST /api/plans', run: createdByOperator('/api/plans', 'sparePlan', A_PLAN) },
  {
    route: 'DELETE /api/plans/:id',
    run: ({ operator, made }) => operator.session.delete(`/api/plans/${made['sparePlan'].id}`).expect(204),
  },
  {
    route: 'POST /api/coupons',
    run: createdByOperator('/api/coupons', 'coupon', { code: 'SPRING', percentOff: 20, duration: 'forever' }),
  },
  {
    route: 'PATCH /api/coupons/:id',
    run: ({ operator, made }) =>
      operator.session.patch(`/api/coupons/${made['coupon'].id}`, { planIds: [made['plan'].id] }).expect(200),
  },
  {
    route: 'POST /api/coupons/validate',
    run: ({ tenant, made }) =>
      tenant.key.post('/api/coupons/validate', { code: 'SPRING', planId: made['plan'].id }).expect(200),
  },
  {
    route: 'POST /api/coupons',
    run: createdByOperator('/api/coupons', 'spareCoupon', { code: 'SPARE', percentOff: 1 }),
  },
  {
    route: 'DELETE /api/coupons/:id',
    run: ({ operator, made }) => operator.session.delete(`/api/coupons/${made['spareCoupon'].id}`).expect(204),
  },
  {
    route: 'PUT /api/billing/subscription',
    run: ({ tenant, made }) =>
      tenant.key
        .put('/api/billing/subscription', { planId: made['plan'].id, interval: 'monthly', couponCode: 'SPRING' })
        .expect(200),
    emits: ['subscription.updated'],
  },
  {
    route: 'PUT /api/billing/subscription',
    run: ({ tenant, made }) =>
      tenant.key.put('/api/billing/subscription', { planId: made['plan'].id, interval: 'yearly' }).expect(200),
    emits: ['subscription.updated'],
  },
  {
    route: 'DELETE /api/billing/subscription',
    run: ({ tenant }) => tenant.key.delete('/api/billing/subscription').expect(200),
    emits: ['subscription.updated'],
  },
  {
    route: 'POST /api/billing/invoices/:id/pay',
    run: async ({ tenant, operator }) => {
      const { data } = (await tenant.key.get('/api/billing/invoices?status=open').expect(200)).body;
      await standIn(operator.session, tenant.organization);
      await operator.session.post(`/api/billing/invoices/${data[0].id}/pay`).expect(200);
      await standIn(operator.session, operator.organization);
    },
    emits: ['subscription.updated'],
  },
  {
    route: 'POST /api/api-keys',
    run: created(
      () => '/api/api-keys',
      'key',
      () => ({ name: 'A key' }),
    ),
  },
  {
    route: 'PATCH /api/api-keys/:id',
    run: ({ tenant, made }) => tenant.session.patch(`/api/api-keys/${made['key'].id}`, { name: 'New' }).expect(200),
  },
  {
    route: 'DELETE /api/api-keys/:id',
    run: ({ tenant, made }) => tenant.session.delete(`/api/api-keys/${made['key'].id}`).expect(204),
  },

  {
    route: 'POST /api/webhooks',
    run: created(
      () => '/api/webhooks',
      'webhook',
      () => ({ url: 'http://127.0.0.1:9/', eventTypes: ['webhook.test'] }),
    ),
  },
  {
    route: 'PATCH /api/webhooks/:id',
    run: ({ tenant, made }) =>
      tenant.key.patch(`/api/webhooks/${made['webhook'].id}`, { description: 'New' }).expect(200),
  },
  {
    route: 'POST /api/webhooks/:id/rotate-secret',
    run: ({ tenant, made }) => tenant.key.post(`/api/webhooks/${made['webhook'].id}/rotate-secret`, {}).expect(200),
  },
  {
    route: 'POST /api/webhooks/:id/test',
    run: async ({ tenant, made }) => {
      const path = `/api/webhooks/${made['webhook'].id}`;
      made['delivery'] = (await tenant.key.post(`${path}/test`).expect(202)).body;
      await eventually(
        'all attempts to fail',
        async () => (await tenant.key.get(`${path}/deliveries?status=failed`)).body.total === 1,
      );
    },
    emits: ['webhook.test'],
  },
  {
    route: 'POST /api/webhooks/:id/deliveries/:deliveryId/redeliver',
    run: ({ tenant, made }) =>
      tenant.key.post(`/api/webhooks/${made['webhook'].id}/deliveries/${made['delivery'].id}/redeliver`).expect(202),
  },
  {
    route: 'DELETE /api/webhooks/:id',
    run: ({ tenant, made }) => tenant.key.delete(`/api/webhooks/${made['webhook'].id}`).expect(204),
  },

  {
    route: 'POST /api/referrals',
    run: created(
      () => '/api/referrals',
      'referral',
      () => ({}),
    ),
  },
  {
    route: 'POST /api/referrals/click',
    run: ({ anybody, made }) => anybody.post('/api/referrals/click', { code: made['referral'].code }).expect(200),
  },
  {
    route: 'POST /api/referrals/track',
    run: ({ anybody, made }) =>
      anybody.post('/api/referrals/track', { code: made['referral'].code, email: 'ada@example.com' }).expect(200),
  },
  {
    route: 'POST /api/referrals/validate',
    run: ({ anybody, made }) => anybody.post('/api/referrals/validate', { code: made['referral'].code }).expect(200),
  },
  {
    route: 'PATCH /api/referrals/:id',
    run: ({ tenant, made }) => tenant.key.patch(`/api/referrals/${made['referral'].id}`, { active: false }).expect(200),
  },

  {
    route: 'POST /api/announcements',
    run: async ({ operator, made }) => {
      const body = { title: 'A title', body: 'A body' };
      made['announcement'] = (await operator.session.post('/api/announcements', body).expect(201)).body;
    },
  },
  {
    route: 'PATCH /api/announcements/:id',
    run: ({ operator, made }) =>
      operator.session.patch(`/api/announcements/${made['announcement'].id}`, { level: 'critical' }).expect(200),
  },
  {
    route: 'POST /api/announcements/:id/read',
    run: ({ tenant, made }) => tenant.key.post(`/api/announcements/${made['announcement'].id}/read`).expect(200),
  },
  {
    route: 'DELETE /api/announcements/:id',
    run: ({ operator, made }) => operator.session.delete(`/api/announcements/${made['announcement'].id}`).expect(204),
  },

  {
    route: 'POST /api/notifications/email',
    run: async ({ service, tenant, made }) => {
      const sent = await whenDone(tenant.key, await emailFrom(tenant.key, ['anybody@example.com']));
      made['letter'] = (await mailOf(service, sent))[0];
    },
  },
  {
    route: 'POST /api/notifications/whatsapp',
    run: ({ tenant }) =>
      tenant.key.post('/api/notifications/whatsapp', { to: ['+4930123456'], template: 'hello' }).expect(202),
  },
  {
    route: 'POST /api/unsubscribe/:token',
    run: ({ anybody, made }) => anybody.post(unsubscribePathIn(made['letter'])).expect(200),
  },
  {
    route: 'DELETE /api/suppressions/:id',
    run: async ({ tenant }) => {
      const { data } = (await tenant.session.get('/api/suppressions').expect(200)).body;
      await tenant.session.delete(`/api/suppressions/${data[0].id}`).expect(204);
    },
  },

  {
    route: 'POST /api/auth/register',
    run: async ({ service, made }) => (made['registered'] = await registerTenant(service.url)),
    emits: ['member.joined'],
  },
  {
    route: 'POST /api/auth/login',
    run: async ({ service, made }) => (made['session'] = await freshSession(service, made['registered'])),
  },
  {
    route: 'DELETE /api/auth/sessions/:id',
    run: async ({ made }) => {
      const { data } = (await made['session'].get('/api/auth/sessions').expect(200)).body;
      await made['registered'].session.delete(`/api/auth/sessions/${data[0].id}`);
      made['session'] = made['registered'].session = await freshSession(made['service'], made['registered']);
    },
  },
  {
    route: 'POST /api/auth/password',
    run: async ({ made }) => {
      const { session, password } = made['registered'];
      const newPassword = 'another long password';
      await session.post('/api/auth/password', { currentPassword: password, newPassword }).expect(204);
      made['registered'].password = newPassword;
      made['session'] = made['registered'].session = await freshSession(made['service'], made['registered']);
    },
  },
  {
    route: 'POST /api/auth/email/confirm/resend',
    run: ({ made }) => made['registered'].session.post('/api/auth/email/confirm/resend').expect(202),
  },
  {
    route: 'POST /api/auth/email/confirm',
    run: async ({ service, anybody, made }) => {
      const { email } = made['registered'];
      const mails = await eventually('the second message', async () => {
        const all = await readMailFiles(service.dataDir);
        const found = all.filter((mail) => mail.headers['to']?.includes(email) && asksToConfirm(mail));
        return found.length > 1 ? found : null;
      });
      const token = /confirm\?token=(\S+)/.exec(mails.at(-1)!.text)![1];
      await anybody.post('/api/auth/email/confirm', { token }).expect(204);
    },
  },
  {
    route: 'POST /api/auth/password/forgot',
    run: ({ anybody, made }) =>
      anybody.post('/api/auth/password/forgot', { email: made['registered'].email }).expect(202),
  },
  {
    route: 'POST /api/auth/password/reset',
    run: async ({ service, anybody, made }) => {
      const { email } = made['registered'];
      const mail = await eventually('the letter', async () =>
        (await readMailFiles(service.dataDir)).find(
          ({ headers, text }) => headers['to']?.includes(email) && text.includes('/reset?token='),
        ),
      );
      const token = /reset\?token=(\S+)/.exec(mail.text)![1];
      const password = 'a third long password';
      await anybody.post('/api/auth/password/reset', { token, password }).expect(204);
      made['registered'].password = password;
    },
  },
  {
    route: 'POST /api/auth/logout',
    run: async ({ service, made }) =>
      (await freshSession(service, made['registered'])).post('/api/auth/logout').expect(204),
  },
  {
    route: 'DELETE /api/organizations/:id',
    run: ({ operator, made }) =>
      operator.session.delete(`/api/organizations/${made['registered'].organization.id}`).expect(204),
  },
];

async function freshSession(
  { url }: TestApp,
  { email, password }: Pick<Tenant, 'email' | 'password'>,
): Promise<Client> {
  const response = await new Client(url).post('/api/auth/login', { email, password }).expect(200);
  return new Client(url, { Cookie: sessionCookieOf(response) });
}
