import { Global, Module } from '@nestjs/common';
import { Outbox } from './outbox';
import { OutboxFollowers } from './outbox-followers';

@Global()
@Module({ providers: [Outbox, OutboxFollowers], exports: [Outbox, OutboxFollowers] })
export class OutboxModule {}
