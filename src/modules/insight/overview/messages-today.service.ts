import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { holds, type Principal } from '../../../kernel/principal';
import { startOfNextDay } from '../../../kernel/time-zone';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UpcomingService } from '../../reach/message-rules';
import { type ComingMessage, ScheduledMessages } from '../../reach/notifications';
import type { MessageOfToday, MessagesToday } from './overview.dto';
import { TIME_ZONE } from './overview.statements';

const MAX_SHOWN = 10;

/** What goes out today in the organization in scope, as far as the caller may see it elsewhere. */
@Injectable()
export class MessagesTodayService {
  constructor(
    private readonly database: TenantDatabase,
    private readonly scheduled: ScheduledMessages,
    private readonly rules: UpcomingService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async read(caller: Principal): Promise<MessagesToday> {
    const { timezone } = await this.database.only(TIME_ZONE);
    const end = startOfNextDay(this.clock.now(), timezone);
    const [scheduled, ofRules] = await Promise.all([
      this.scheduled.until(end, MAX_SHOWN),
      holds(caller, 'notifications.send') ? this.rules.until(end) : [],
    ]);
    const first = [...scheduled.first, ...ofRules]
      .sort((one, other) => one.at.getTime() - other.at.getTime())
      .slice(0, MAX_SHOWN);
    return { count: scheduled.count + ofRules.length, data: await Promise.all(first.map(shown)) };
  }
}

async function shown({ at, countRecipients, event, ...message }: ComingMessage): Promise<MessageOfToday> {
  const brief = event && { id: event.id, name: event.name, timezone: event.timezone };
  return { at: at.toISOString(), ...message, event: brief, recipients: await countRecipients() };
}
