import type { Stage } from '../every-operation';

const RULE = {
  name: 'A reminder',
  trigger: 'before_start',
  offsetMinutes: 2_880,
  channel: 'email',
  subject: '{{event.name}}',
  body: 'Dear {{guest.name}}',
} as const;

export async function call({ te }: Stage): Promise<void> {
  const tour = await te.tours.create({ name: 'A tour with rules' });
  const event = await te.events.create({ name: 'An event with rules', tourId: tour.id });
  const rule = await te.events.messageRules.create(event.id, RULE);
  await te.events.messageRules.list(event.id);
  await te.tours.messageRules.create(tour.id, RULE);
  await te.tours.messageRules.list(tour.id);
  await te.messageRules.get(rule.id);
  await te.messageRules.update(rule.id, { window: { from: '08:00', to: '21:00' } });
  expect((await te.messageRules.getUpcomingMessages(rule.id)).data).toEqual([]);
  await te.messageRules.delete(rule.id);
}
