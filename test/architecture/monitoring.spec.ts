import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';

const FOLDER = join(__dirname, '../../deploy/monitoring');
/** Made by Prometheus itself. */
const NOT_OURS = ['up'];
/** Functions, keywords and labels of PromQL are no metrics: a metric is followed by its labels. */
const METRIC = /\b([a-z_]+)\{/g;

interface Panel {
  readonly targets?: readonly { readonly expr: string }[];
}

describe('the files for monitoring', () => {
  // The gauge of Redis is there when one is named; that it is away does not matter here.
  const service = useOwnTestApp({ REDIS_URL: 'redis://127.0.0.1:1' });
  let served: Set<string>;
  let metrics: string;

  beforeAll(async () => {
    metrics = (await new Client(service.url).get('/metrics').expect(200)).text;
    served = new Set([...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) => series(name!, type!)));
  });

  it('ask only for metrics that the service has', () => {
    const dashboard = JSON.parse(readFileSync(join(FOLDER, 'dashboard.json'), 'utf8')) as { panels: Panel[] };
    const asked = dashboard.panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsOf(expr)));
    const alerting = metricsOf(readFileSync(join(FOLDER, 'alerts.yml'), 'utf8'));
    expect(asked.length).toBeGreaterThan(10);
    expect(alerting.length).toBeGreaterThan(5);
    expect([...asked, ...alerting].filter((name) => !served.has(name) && !NOT_OURS.includes(name))).toEqual([]);
  });

  // A series that begins at 1 has not risen, as far as Prometheus can see.
  it('find the counters that they watch at 0, not only when the first thing has happened', () => {
    const alerts = readFileSync(join(FOLDER, 'alerts.yml'), 'utf8');
    const watched = [...alerts.matchAll(/increase\((\w+)\{.*?outcome="(\w+)"/g)];
    expect(watched).toHaveLength(3);
    for (const [, name, outcome] of watched)
      expect(metrics).toMatch(new RegExp(`^${name}{.*outcome="${outcome}".*} 0$`, 'm'));
    for (const job of ['send-mail', 'forget-mail'])
      expect(metrics).toContain(`job_runs_total{name="${job}",outcome="failed"} 0`);
    for (const channel of ['email', 'whatsapp'])
      expect(metrics).toContain(`notification_attempts_total{channel="${channel}",outcome="lost"} 0`);
  });
});

function series(name: string, type: string): string[] {
  return type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name];
}

function metricsOf(text: string): string[] {
  return [...text.matchAll(METRIC)].map(([, name]) => name!);
}
