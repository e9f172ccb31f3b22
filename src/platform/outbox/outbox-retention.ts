import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DAY_MS } from '../../kernel/durations';
import { Retention } from '../jobs/retention';

const REASON = 'old events of all organizations are deleted';
const KEPT_MS = DAY_MS;

/** Deletes events that nothing followed on after a day. The others go with what followed; that is its owner's to do. */
@Injectable()
export class OutboxRetention implements OnModuleInit {
  constructor(private readonly retention: Retention) {}

  onModuleInit(): void {
    const condition = 'NOT followed AND created_at < $1';
    this.retention.register('forget-outbox-events', REASON, { table: 'outbox_events', condition, keptMs: KEPT_MS });
  }
}
