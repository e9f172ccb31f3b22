import { Global, Module } from '@nestjs/common';
import { EventBodies } from './event-bodies';
import { Outbox } from './outbox';
import { OutboxFollowers } from './outbox-followers';

const OUTBOX = [EventBodies, Outbox, OutboxFollowers];

@Global()
@Module({ providers: OUTBOX, exports: OUTBOX })
export class OutboxModule {}
