import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TourEvents } from '@tour-events/client';
import { build } from 'esbuild';
import { eventually } from '../../../test/support/eventually';
import { useOwnTestApp, useTenant } from '../../../test/support/fixtures';

const EXAMPLES = join(process.cwd(), 'examples');
const CONTACTS = join(EXAMPLES, 'contacts.csv');
const PROGRAMS = readdirSync(EXAMPLES).filter((name) => name.endsWith('.mjs'));

const service = useOwnTestApp({ RATE_LIMIT: '100' });
const tenant = useTenant(service);
const client = () => new TourEvents({ baseUrl: service.url, apiKey: tenant.apiKey.key as string });

/** A program that runs, with all that it has printed so far. */
interface Run {
  process: ChildProcessWithoutNullStreams;
  output: () => string;
  /** Its exit code. */
  ended: Promise<number | null>;
}

describe('the example', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tour-events-examples-'));
  const running: Run[] = [];

  // With the client's sources in them, as they are now.
  beforeAll(() =>
    build({
      entryPoints: PROGRAMS.map((name) => join(EXAMPLES, name)),
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      alias: { '@tour-events/client': join(__dirname, '../src/index.ts') },
    }),
  );
  afterEach(() => Promise.all(running.splice(0).map(({ process, ended }) => (process.kill(), ended))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function run(name: string, args: string[], env: Record<string, string> = {}): Run {
    const access = { TOUR_EVENTS_URL: service.url, TOUR_EVENTS_KEY: tenant.apiKey.key as string };
    const child = spawn(process.execPath, [join(folder, name), ...args], {
      env: { ...process.env, ...access, ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const started = { process: child, output: () => output, ended };
    running.push(started);
    return started;
  }

  const prints = (program: Run, text: string | RegExp) =>
    eventually(`${text} in the output`, () => new RegExp(text).exec(program.output()));

  it.each(PROGRAMS)('%s has less than 100 lines', (name) => {
    expect(readFileSync(join(EXAMPLES, name), 'utf8').split('\n').length).toBeLessThan(100);
  });

  it('that synchronizes guests brings them and their answers once, and what has changed', async () => {
    const sync = async (file: string) => {
      const program = run('sync-guests.mjs', [file, 'gala-2027']);
      return { code: await program.ended, lines: program.output().trim().split('\n') };
    };
    expect(await sync(CONTACTS)).toEqual({
      code: 0,
      lines: ['guests: 5 created, 0 updated, 0 unchanged', 'guests of "gala-2027": 5 created, 0 updated, 0 unchanged'],
    });
    expect((await sync(CONTACTS)).lines[1]).toBe('guests of "gala-2027": 0 created, 0 updated, 5 unchanged');

    const te = client();
    const [event] = (await te.events.list({ externalId: ['gala-2027'], include: ['summary'] })).data;
    expect(event).toMatchObject({
      summary: { rsvp: { accepted: 2, declined: 1, tentative: 1, pending: 1 }, people: 3 },
    });
    const [grace] = (await te.guests.list({ externalId: ['C-1002'] })).data;
    expect(grace).toMatchObject({ name: 'Grace Hopper', company: 'Compilers, Inc.', email: 'grace@example.com' });

    const changed = join(folder, 'changed.csv');
    const text = readFileSync(CONTACTS, 'utf8').replace('alan@example.com,,maybe', 'no address,,yes');
    writeFileSync(changed, text.replace('Grace,Hopper', 'Grace,Murray Hopper'));
    const { code, lines } = await sync(changed);
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^guests: C-1003: email: /),
      'guests: 0 created, 1 updated, 3 unchanged',
      'guests of "gala-2027": 0 created, 1 updated, 4 unchanged',
    ]);
  });

  it('that receives webhooks trusts what the service sends, and nothing else', async () => {
    const te = client();
    // Registered before it listens, as its port is not known: the URL is changed then.
    const { id, secret } = await te.webhooks.create({ url: 'http://127.0.0.1:9/', eventTypes: ['event.created'] });
    const receiver = run('webhook-receiver.mjs', [], { WEBHOOK_SECRET: secret!, PORT: '0' });
    const url = (await prints(receiver, 'http://127.0.0.1:\\d+/'))[0];
    await te.webhooks.update(id, { url });
    await te.events.create({ name: 'A received one' });
    await prints(receiver, /event\.created: A received one/);
    const { data } = await eventually('the delivery', async () => {
      const page = await te.webhooks.deliveries.list(id, { status: ['delivered'] });
      return page.total === 1 ? page : null;
    });
    expect(data[0]).toMatchObject({ attempts: 1 });
    const forged = { 'X-TE-Signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` };
    const response = await fetch(url, { method: 'POST', headers: forged, body: '{}' });
    expect({ status: response.status, text: await response.text() }).toEqual({ status: 400, text: 'wrong_signature' });
  });

  it('that shows seats follows what changes', async () => {
    const te = client();
    const event = await te.events.create({ name: 'On the road' });
    const vehicle = await te.vehicles.create({ name: 'Coach', capacity: 4 });
    const board = run('seat-board.mjs', [event.id]);
    await prints(board, /On the road[^]+Without a seat: nobody/);
    const { id } = await te.events.vehicles.create(event.id, { vehicleId: vehicle.id });
    const { results } = await te.guests.batch({ items: [{ externalId: 'board-1', name: 'Rider' }] });
    const seat = { rsvp: 'accepted', plusOnes: 1, vehicleAssignmentId: id } as const;
    await te.events.guests.batch(event.id, { items: [{ guestId: results[0]!.id!, ...seat }] });
    await prints(board, /██████████░░░░░░░░░░ Coach, 2 of 4\n {4}Rider \+1\nWithout a seat: nobody/);
    await te.events.delete(event.id);
    expect(await board.ended).toBe(0);
  });
});
