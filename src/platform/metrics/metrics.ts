import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { runInContext, systemContext } from '../context/request-context';

const LATENCY_BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

let ofProcess: Registry | undefined;

/** Those of the process itself. They are made once: what measures them runs, and is kept, for as long as the process. */
function metricsOfProcess(): Registry {
  if (ofProcess === undefined) collectDefaultMetrics({ register: (ofProcess = new Registry()) });
  return ofProcess;
}

/** The service's metrics, in the text format of Prometheus. */
@Injectable()
export class Metrics {
  readonly registry = Registry.merge([metricsOfProcess()]);

  /**
   * A counter that begins at 0 for each combination of its labels' values: Prometheus misses the first increase of a
   * series that begins at 1.
   *
   * @param values all values that each label can have
   */
  counter<Label extends string>(
    name: string,
    help: string,
    values: Readonly<Record<Label, readonly string[]>>,
  ): Counter<Label> {
    const labelNames = Object.keys(values) as Label[];
    const counter = new Counter({ name, help, labelNames, registers: [this.registry] });
    for (const labels of combinations(values)) counter.inc(labels, 0);
    return counter;
  }

  /** A gauge whose value is looked up each time the metrics are read; NaN when it can't be, as without the database. */
  measured(name: string, help: string, measure: () => number | Promise<number>): void {
    const collect = async function (this: Gauge): Promise<void> {
      this.set(await runInContext(systemContext('metrics'), async () => measure()).catch(() => NaN));
    };
    new Gauge({ name, help, registers: [this.registry], collect });
  }

  /**
   * Like {@link measured}, with one value for each value of a label. Whoever measures bounds how many there are.
   *
   * @param measure gives all values there are now
   */
  measuredBy(name: string, help: string, label: string, measure: () => Promise<ReadonlyMap<string, number>>): void {
    const collect = async function (this: Gauge): Promise<void> {
      const values = await runInContext(systemContext('metrics'), measure).catch(() => new Map<string, number>());
      this.reset();
      for (const [value, measured] of values) this.set({ [label]: value }, measured);
    };
    new Gauge({ name, help, labelNames: [label], registers: [this.registry], collect });
  }

  histogram<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets: readonly number[],
  ): Histogram<Label> {
    return new Histogram({
      name,
      help,
      labelNames: [...labelNames],
      buckets: [...buckets],
      registers: [this.registry],
    });
  }
}

function combinations<Label extends string>(
  values: Readonly<Record<Label, readonly string[]>>,
): Record<Label, string>[] {
  let combined = [{} as Record<Label, string>];
  for (const [label, ofLabel] of Object.entries<readonly string[]>(values))
    combined = combined.flatMap((labels) => ofLabel.map((value) => ({ ...labels, [label]: value })));
  return combined;
}

/** Counts requests by their outcome, and measures their durations. */
@Injectable()
export class RequestMetrics {
  private readonly durations: Histogram<'method' | 'route' | 'status'>;
  /** Looking labels up costs more than counting, so each combination is looked up once. */
  private readonly observers = new Map<string, (seconds: number) => void>();

  constructor(metrics: Metrics) {
    this.durations = metrics.histogram(
      'http_request_duration_seconds',
      'Time from request to response',
      ['method', 'route', 'status'],
      LATENCY_BUCKETS_SECONDS,
    );
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${route} ${status}`;
    let observe = this.observers.get(key);
    if (observe === undefined) {
      const labelled = this.durations.labels({ method, route, status });
      this.observers.set(key, (observe = (value) => labelled.observe(value)));
    }
    observe(seconds);
  }
}
