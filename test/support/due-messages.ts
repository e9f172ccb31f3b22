import { SchedulerRegistry } from '@nestjs/schedule';
import { RulesWorker } from '../../src/modules/reach/message-rules/rules-worker';
import { ScheduleWorker } from '../../src/modules/reach/notifications/schedule-worker';
import type { SharedTestApp } from './app';

type Service = Pick<SharedTestApp, 'app'>;

const RULES = 'message-rules';

/** Sends the messages whose time has come, whatever the timetable says. */
export async function sendScheduled({ app }: Service): Promise<void> {
  await app.get(ScheduleWorker).sendDue();
}

/**
 * Lets message rules do what is due. The timetable of the service does so no more: a round of its own at the same time
 * would leave nothing to do for this one, and not be over when this one is.
 */
export async function followRules({ app }: Service): Promise<void> {
  const timetable = app.get(SchedulerRegistry);
  if (timetable.doesExist('interval', RULES)) timetable.deleteInterval(RULES);
  await app.get(RulesWorker).runDue();
}
