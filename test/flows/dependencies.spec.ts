import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { Json } from '../support/client';

const SCRIPT = resolve(__dirname, '../../scripts/audit-dependencies.js');

/** What the script says and how it ends, asking a registry that answers like this. */
async function audited(status: number, advisories: Json): Promise<{ output: string; code: number }> {
  const registry: Server = createServer((request, response) => {
    response.writeHead(request.method === 'POST' ? status : 404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(advisories));
  });
  await new Promise<void>((ready) => registry.listen(0, '127.0.0.1', ready));
  const { port } = registry.address() as AddressInfo;
  const child = spawn(process.execPath, [SCRIPT], {
    cwd: resolve(__dirname, '../..'),
    env: { ...process.env, npm_config_registry: `http://127.0.0.1:${port}`, npm_config_fetch_retries: '0' },
  });
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number];
  registry.close();
  return { output, code };
}

describe('npm run audit:dependencies', () => {
  it('says so and passes where the registry has no answer', async () => {
    const { output, code } = await audited(405, {});
    expect(output).toMatch(/has no answer.*Nothing was checked/);
    expect(code).toBe(0);
  });

  it('passes where nothing is known, and fails for what is serious', async () => {
    expect(await audited(200, {})).toMatchObject({ code: 0, output: expect.stringMatching(/ 0 have known/) });
    const advisory = { id: 1, url: 'https://example.com', title: 'A hole', vulnerable_versions: '<999.0.0' };
    const { output, code } = await audited(200, { express: [{ ...advisory, severity: 'critical' }] });
    expect(output).toContain('critical: express');
    expect(code).toBe(1);
  });
});
