import { Global, Module } from '@nestjs/common';
import { Outbox } from './outbox';
import { OutboxFollowers } from './outbox-followers';
import { OutboxRetention } from './outbox-retention';

@Global()
@Module({ providers: [Outbox, OutboxFollowers, OutboxRetention], exports: [Outbox, OutboxFollowers] })
export class OutboxModule {}
