import type { Stage } from '../every-operation';

export async function call({ te }: Stage): Promise<void> {
  const feed = await te.calendarFeeds.create({ kind: 'mine' });
  await te.calendarFeeds.list();
  const token = new URL(feed.url).pathname.slice('/calendar/'.length, -'.ics'.length);
  expect(await te.service.getCalendarFeed(token)).toContain('BEGIN:VCALENDAR');
  await te.calendarFeeds.revoke(feed.id);
}
