import { Client } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';
import { expectProblem } from '../support/problem';

/** Names of headers in which proxies say whom they speak for. */
const FORWARDING = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP'];

describe.each(['none', 'true', '1', 'loopback'])('metrics without a token, with TRUST_PROXY %s', (trust) => {
  const app = useOwnTestApp(trust === 'none' ? {} : { TRUST_PROXY: trust });

  it('are there for a program on the same machine', async () => {
    await new Client(app.url).get('/metrics').expect(200);
  });

  it.each(FORWARDING)('are for nobody whom a proxy passed on, whatever address %s names', async (name) => {
    for (const value of ['127.0.0.1', '::1', '203.0.113.7, 127.0.0.1', 'for=127.0.0.1', '']) {
      expectProblem(await new Client(app.url, { [name]: value }).get('/metrics'), 403, 'forbidden');
    }
  });
});
