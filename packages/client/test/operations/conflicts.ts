import type { Stage } from '../every-operation';

export async function call({ te }: Stage): Promise<void> {
  const tour = await te.tours.create({ name: 'Over before', endDate: '2031-03-01' });
  const startsAt = '2031-03-04T18:00:00.000Z';
  const event = await te.events.create({ name: 'Too late', tourId: tour.id, startsAt });
  const { data } = await te.conflicts.list({ tourId: tour.id });
  expect(data).toMatchObject([{ kind: 'outside_tour', subject: { id: tour.id } }]);
  const reference = { kind: 'outside_tour' as const, subjectId: tour.id, eventIds: [event.id] };
  const { acknowledged } = await te.conflicts.acknowledge({ ...reference, note: 'The last one is an extra.' });
  expect(acknowledged).not.toBeNull();
  await te.conflicts.reopen({ ...reference, eventIds: [event.id] });
  await te.events.delete(event.id);
  await te.tours.delete(tour.id);
}
