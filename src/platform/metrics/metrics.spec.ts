import { Metrics } from './metrics';

describe('metrics', () => {
  const metrics = (service: Metrics) => service.registry.metrics();

  it('of the process are measured once, however many services it has had', async () => {
    const [first, second] = [new Metrics(), new Metrics()];
    const garbage = 'nodejs_gc_duration_seconds';
    expect(first.registry.getSingleMetric(garbage)).toBeDefined();
    expect(second.registry.getSingleMetric(garbage)).toBe(first.registry.getSingleMetric(garbage));
    expect(await metrics(second)).toContain('process_cpu_seconds_total');
  });

  it('of a service are its own', async () => {
    const [first, second] = [new Metrics(), new Metrics()];
    first.counter('runs_total', 'Runs', { outcome: ['done'] }).inc({ outcome: 'done' });
    expect(await metrics(first)).toContain('runs_total{outcome="done"} 1');
    expect(await metrics(second)).not.toContain('runs_total');
  });
});
