import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Metrics } from '../metrics/metrics';
import { STREAM_ENDS, type StreamEnd } from './event-stream';

/** Metrics of streams. */
@Injectable()
export class StreamMetrics {
  private readonly ended: Counter<'reason'>;

  constructor(private readonly metrics: Metrics) {
    this.ended = metrics.counter('event_streams_ended_total', 'Event streams that ended, by reason', {
      reason: STREAM_ENDS,
    });
  }

  count(reason: StreamEnd): void {
    this.ended.inc({ reason });
  }

  /** @param open how many streams this process has open */
  watch(open: () => number): void {
    this.metrics.measured('event_streams_open', 'Event streams that this process has open', open);
  }
}
