import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DAY_MS } from '../../kernel/durations';
import { Retention } from '../../platform/background/retention';

const REASON = 'old recipients of all organizations are deleted';
const KEPT_MS = 90 * DAY_MS;

/** Deletes recipients, and so their addresses, 90 days after they were sent or failed. Their notification stays. */
@Injectable()
export class RecipientRetention implements OnModuleInit {
  constructor(private readonly retention: Retention) {}

  onModuleInit(): void {
    this.retention.register('forget-notification-recipients', REASON, {
      table: 'notification_recipients',
      condition: 'finished_at < $1',
      keptMs: KEPT_MS,
    });
  }
}
