import type { Json } from '../client';
import { emailFrom, mailOf, unsubscribePathIn, whenDone } from '../notifications';
import type { Step } from './step';

export const BULK_NOTIFICATIONS: readonly Step[] = [
  {
    route: 'POST /api/notifications/bulk',
    run: ({ tenant, made }) =>
      tenant.key
        .post('/api/notifications/bulk', { channel: 'email', eventId: made['event'].id, subject: 'All', body: 'Hello' })
        .expect(202),
  },
  {
    route: 'POST /api/notifications/preview',
    run: ({ tenant, made }) =>
      tenant.key
        .post('/api/notifications/preview', {
          channel: 'email',
          eventId: made['event'].id,
          subject: 'All',
          body: 'Hello',
        })
        .expect(200),
  },
];

export const NOTIFICATIONS: readonly Step[] = [
  {
    route: 'POST /api/notifications/email',
    run: async ({ service, tenant, made }) => {
      const sent = await whenDone(tenant.key, await emailFrom(tenant.key, ['anybody@example.com']));
      made['letter'] = (await mailOf(service, sent))[0];
    },
  },
  {
    route: 'POST /api/notifications/:id/retry',
    run: async ({ tenant }) => {
      const guest: Json = (await tenant.key.post('/api/guests', { name: 'Without an address' }).expect(201)).body;
      const body = { guestIds: [guest.id], subject: 'A subject', body: 'A body.' };
      const sent: Json = (await tenant.key.post('/api/notifications/email', body).expect(202)).body;
      await tenant.key.patch(`/api/guests/${guest.id}`, { email: 'with-one@example.com' }).expect(200);
      await tenant.key.post(`/api/notifications/${sent.id}/retry`).expect(202);
    },
    emits: ['guest.created', 'guest.updated'],
  },
  {
    route: 'PATCH /api/notifications/:id',
    run: async ({ tenant, made }) => {
      const sendAt = new Date(Date.now() + 86_400_000).toISOString();
      made['later'] = await emailFrom(tenant.key, ['later@example.com'], { sendAt });
      await tenant.key.patch(`/api/notifications/${made['later'].id}`, { subject: 'Changed' }).expect(200);
    },
    emits: ['notification.updated'],
  },
  {
    route: 'DELETE /api/notifications/:id',
    run: ({ tenant, made }) => tenant.key.delete(`/api/notifications/${made['later'].id}`).expect(204),
    emits: ['notification.deleted'],
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
];
