import { eventually } from '../eventually';
import { created, type Step } from './step';

export const WEBHOOKS: readonly Step[] = [
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
    route: 'POST /api/webhooks/:id/recover',
    run: ({ tenant, made }) =>
      tenant.key
        .post(`/api/webhooks/${made['webhook'].id}/recover`, { since: '2020-01-01T00:00:00Z', statuses: ['failed'] })
        .expect(202),
  },
  {
    route: 'POST /api/webhooks/test-inbox',
    run: ({ tenant }) => tenant.key.post('/api/webhooks/test-inbox').expect(201),
  },
  {
    route: 'DELETE /api/webhooks/test-inbox',
    run: ({ tenant }) => tenant.key.delete('/api/webhooks/test-inbox').expect(204),
  },
  {
    route: 'DELETE /api/webhooks/:id',
    run: ({ tenant, made }) => tenant.key.delete(`/api/webhooks/${made['webhook'].id}`).expect(204),
  },
];
