import { Client } from 'pg';
import { startTestApp } from '../support/app';
import { registerTenant } from '../support/builders';

it('imports 50,000', async () => {
  const service = await startTestApp();
  const tenant = await registerTenant(service.url);
  const rows = Array.from({ length: 50_000 }, (_, i) => `Guest Number ${i},guest${i}@example.com,+43660${1000000 + i},Company ${i % 997},vip|press,Vegetarian,Some notes about guest ${i},crm-${i}`);
  const file = `name,email,phone,company,tags,dietary,notes,externalId\n${rows.join('\n')}\n`;
  console.log = (...a: unknown[]) => process.stdout.write(a.join(' ') + '\n');
  console.log('bytes', file.length);
  const send = async (q = '') => {
    let peak = 0, lag = 0, last = performance.now();
    const base = process.memoryUsage().rss;
    const timer = setInterval(() => { const n = performance.now(); lag = Math.max(lag, n - last - 5); last = n; peak = Math.max(peak, process.memoryUsage().rss); }, 5);
    const t = performance.now();
    const answer = await fetch(`${service.url}/api/guests/import${q}`, { method: 'POST', body: file, headers: { Authorization: `Bearer ${tenant.apiKey.key}`, 'Content-Type': 'text/csv' } });
    const body: any = await answer.json();
    clearInterval(timer);
    console.log(q || 'import', 'ms', (performance.now() - t).toFixed(0), JSON.stringify({ ...body, errors: body.errors?.length }), 'rss before', (base / 1e6).toFixed(0), 'peak', (peak / 1e6).toFixed(0), 'worst lag', lag.toFixed(0));
  };
  await send('?dryRun=true'); await send(); await send(); await send();
  const t = performance.now();
  const answer = await fetch(`${service.url}/api/guests/export`, { headers: { Authorization: `Bearer ${tenant.apiKey.key}` } });
  const size = (await answer.arrayBuffer()).byteLength;
  console.log('export ms', (performance.now() - t).toFixed(0), size);
  const c = new Client(service.databaseUrl); await c.connect();
  await c.query('CREATE TEMP TABLE copied AS SELECT * FROM guests'); 
  await c.query(`COPY copied TO '/tmp/guests.copy'`);
  await c.query('DELETE FROM guests'); await c.query('VACUUM guests');
  const t2 = performance.now(); await c.query(`COPY guests FROM '/tmp/guests.copy'`); console.log('COPY from server file ms', (performance.now() - t2).toFixed(0));
  await c.end();
  await service.close();
}, 200_000);
