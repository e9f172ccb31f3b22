import type { Stage } from '../every-operation';

export async function call({ te }: Stage): Promise<void> {
  const event = await te.events.create({ name: 'A concert', startsAt: '2031-03-04T18:00:00.000Z' });
  const preview = await te.events.preview(event.id, { name: 'Another' });
  expect(preview.changes).toEqual({ name: { before: 'A concert', after: 'Another' } });
  await te.events.update(event.id, { name: 'Another' }, { ifMatch: preview.etag });
  await te.events.delete(event.id);
}
