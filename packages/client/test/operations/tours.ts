import type { Stage } from '../every-operation';

export async function call({ te }: Stage): Promise<void> {
  const tour = await te.tours.create({ name: 'A tour', budget: '100.00', currency: 'EUR' });
  await te.tours.list({ status: ['draft', 'planning'], include: ['summary'] });
  await te.tours.get(tour.id);
  await te.tours.update(tour.id, { name: 'Renamed' });
  expect(await te.tours.getCalendar(tour.id)).toContain('BEGIN:VCALENDAR');
  await te.tours.getSummary(tour.id);
  await te.tours.delete(tour.id);
}
