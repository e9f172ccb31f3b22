import { startTestApp, type TestApp } from '../support/app';
import { Client } from '../support/client';
import { expectProblem } from '../support/problem';
import { exchange } from '../support/raw-socket';

let production: TestApp;
let known: TestApp;

beforeAll(async () => {
  production = await startTestApp({ NODE_ENV: 'production' });
  known = await startTestApp({ NODE_ENV: 'production', BASE_URL: 'https://tours.example' });
});
afterAll(async () => {
  await production.close();
  await known.close();
});

const optionsAt = (app: TestApp, Host: string) =>
  new Client(app.url, { Host }).post('/api/auth/login/passkey/options', {});

it('whoever starts production without a name reads in the log what that means', () => {
  const warnings = ({ log }: TestApp) => log.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn');
  expect(warnings(production)).toEqual([
    expect.objectContaining({ msg: expect.stringMatching(/^BASE_URL is not set/) }),
  ]);
  expect(warnings(known)).toEqual([]);
});

describe('passkeys in production', () => {
  it('are for the name that BASE_URL says, whatever the request names', async () => {
    for (const host of ['tours.example', 'evil.example', 'localhost', '10.0.0.7'])
      expect((await optionsAt(known, host).expect(200)).body.rpId).toBe('tours.example');
  });

  it('are for no name that only the request says: there are none until BASE_URL does', async () => {
    for (const host of ['evil.example', 'evil.example:443', 'localhost.evil.example', 'tours'])
      expectProblem(await optionsAt(production, host), 409, 'passkeys_unavailable');
    expectProblem(await optionsAt(production, '10.0.0.7'), 409, 'passkeys_unavailable');
  });

  it('can be tried on the machine itself without', async () => {
    for (const host of ['localhost:3000', 'tours.localhost'])
      expect((await optionsAt(production, host).expect(200)).body.rpId).toBe(host.split(':')[0]);
  });
});

it('a request that names no host, as HTTP/1.0 allows, is told that passkeys need a name', async () => {
  const head = ['POST /api/auth/login/passkey/options HTTP/1.0', 'Content-Type: application/json', 'Content-Length: 2'];
  const responses = await exchange(production.url, Buffer.from([...head, '', '{}'].join('\r\n')), true);
  expect(responses).toMatchObject([{ status: 409, body: { code: 'passkeys_unavailable' } }]);
});
