import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DAY_MS } from '../../kernel/durations';
import { Retention } from '../jobs/retention';

const REASON = 'old events of all organizations are deleted';
const KEPT_MS = DAY_MS;

/** Deletes events without a follower after a day. The follower deletes the others, together with its own rows. */
@Injectable()
export class OutboxRetention implements OnModuleInit {
  constructor(private readonly retention: Retention) {}

  onModuleInit(): void {
    const condition = 'NOT followed AND created_at < $1';
    this.retention.register('forget-outbox-events', REASON, { table: 'outbox_events', condition, keptMs: KEPT_MS });
  }
}
