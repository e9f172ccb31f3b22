import { RulesWorker } from '../../src/modules/reach/message-rules/rules-worker';
import { ScheduleWorker } from '../../src/modules/reach/notifications/schedule-worker';
import type { SharedTestApp } from './app';

type Service = Pick<SharedTestApp, 'app'>;

/** Sends the messages whose time has come, whatever the timetable says. */
export async function sendScheduled({ app }: Service): Promise<void> {
  await app.get(ScheduleWorker).sendDue();
}

/** Lets message rules do what is due, whatever the timetable says. */
export async function followRules({ app }: Service): Promise<void> {
  await app.get(RulesWorker).runDue();
}
