import { Module } from '@nestjs/common';
import { EventStreams } from './event-streams';
import { OpenStreams } from './open-streams';
import { StreamMetrics } from './stream-metrics';
import { StreamRights } from './stream-rights';

@Module({ providers: [EventStreams, OpenStreams, StreamMetrics, StreamRights], exports: [EventStreams] })
export class StreamModule {}
