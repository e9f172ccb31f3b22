import { randomUUID } from 'node:crypto';
import { TourEvents } from '@tour-events/client';
import type { Stage } from '../every-operation';

export async function call({ te, service, watched }: Stage): Promise<void> {
  const event = await te.events.create({ name: 'With a door' });
  const guest = await te.events.guests.add(event.id, { name: 'Comes in' });
  if (!('code' in guest)) throw new Error('One guest was added, so one comes back.');
  const link = await te.events.accessLinks.create(event.id, { name: 'West door', kind: 'door' });
  await te.events.accessLinks.list(event.id);
  await te.accessLinks.get(link.id);
  await te.accessLinks.update(link.id, { name: 'East door' });

  const phone = new TourEvents({
    baseUrl: service.url,
    apiKey: new URL(link.url ?? '').hash.slice(1),
    fetch: (request) => {
      request.headers.set('X-TE-Device', 'a-phone');
      return watched(request);
    },
  });
  expect((await phone.field.get()).link).toMatchObject({ name: 'East door' });
  expect((await phone.field.guests.list()).data).toMatchObject([{ name: 'Comes in' }]);
  const scan = {
    nonce: randomUUID(),
    code: guest.code,
    action: 'check_in',
    occurredAt: new Date().toISOString(),
  } as const;
  expect((await phone.field.sendScans({ scans: [scan] })).results).toMatchObject([{ status: 'ok' }]);
  await te.accessLinks.scans.list(link.id);
  await te.accessLinks.revoke(link.id);
  await te.events.delete(event.id);
}
