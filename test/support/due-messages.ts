import { ScheduleWorker } from '../../src/modules/reach/notifications/schedule-worker';
import type { SharedTestApp } from './app';

/** Sends the messages whose time has come, whatever the timetable says. */
export async function sendScheduled({ app }: Pick<SharedTestApp, 'app'>): Promise<void> {
  await app.get(ScheduleWorker).sendDue();
}
