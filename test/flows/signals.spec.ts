import { runInContext, systemContext } from '../../src/platform/context/request-context';
import { MAX_MESSAGE_BYTES } from '../../src/platform/signals/signal-transport';
import { Signals } from '../../src/platform/signals/signals';
import { UnitOfWork } from '../../src/platform/tenancy/unit-of-work';
import { startTestApp, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { inUnitOfWork } from '../support/mail-queue';
import { sql } from '../support/sql';

const SCOPE = { unscoped: 'a test sends signals of its own' };

describe('signals', () => {
  let replicas: TestApp[];
  let heard: string[][];
  let missed: number[];

  beforeAll(async () => {
    const first = await startTestApp();
    replicas = [first, await startTestApp({ DATABASE_URL: first.databaseUrl })];
    missed = [0, 0];
    for (const [i, { app }] of replicas.entries()) {
      app.get(Signals).on('test', (payload) => heard[i]!.push(payload));
      app.get(Signals).onMissed(() => missed[i]!++);
    }
  });
  beforeEach(async () => {
    heard = [[], []];
    await eventually('both to listen', async () => (await listening()).length === 2);
  });
  afterAll(async () => {
    for (const replica of replicas.reverse()) await replica.close();
  });

  const listening = () =>
    sql(
      replicas[0]!.databaseUrl,
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'tour-events-listener' AND query ~ '^(LISTEN|SELECT 1$)'`,
    );
  const send = (on: number, ...payloads: string[]) =>
    inUnitOfWork(replicas[on]!, SCOPE, async () => {
      for (const payload of payloads) replicas[on]!.app.get(Signals).send('test', payload);
    });
  const allHeard = (count: number) => eventually('all to be heard', () => heard.every(({ length }) => length >= count));

  it('are heard once by every process, in the order of the commits, and by the own one at once', async () => {
    await send(0, 'one', 'two');
    expect(heard[0]).toEqual(['one', 'two']);
    await send(0, 'three');
    await allHeard(3);
    await send(1, 'four');
    await allHeard(4);
    expect(heard).toEqual([
      ['one', 'two', 'three', 'four'],
      ['one', 'two', 'three', 'four'],
    ]);
  });

  it('are one when they are sent twice in a unit of work', async () => {
    await send(0, 'same', 'other', 'same');
    await allHeard(2);
    await send(0, 'last');
    await allHeard(3);
    expect(heard).toEqual([
      ['same', 'other', 'last'],
      ['same', 'other', 'last'],
    ]);
  });

  it('of what is rolled back are heard by nobody', async () => {
    const failing = inUnitOfWork(replicas[0]!, SCOPE, async () => {
      replicas[0]!.app.get(Signals).send('test', 'never');
      await replicas[0]!.app.get(UnitOfWork).current.flush();
      throw new Error('It went wrong.');
    });
    await expect(failing).rejects.toThrow('It went wrong.');
    await send(0, 'afterwards');
    await allHeard(1);
    expect(heard).toEqual([['afterwards'], ['afterwards']]);
  });

  it('are sent in a unit of work only, and are short', async () => {
    const signals = replicas[0]!.app.get(Signals);
    expect(() => runInContext(systemContext('test'), () => signals.send('test'))).toThrow('No open unit of work.');
    await expect(send(0, 'x'.repeat(MAX_MESSAGE_BYTES))).rejects.toThrow('too long');
    await send(0, 'ä'.repeat(3_900));
    await allHeard(1);
  });

  it.each([
    'no JSON at all',
    '{}',
    'null',
    '["somebody", "credentials"]',
    JSON.stringify(['somebody', 'credentials', 'no JSON either']),
    JSON.stringify(['somebody', 'credentials', '"a word"']),
    JSON.stringify(['somebody', 'credentials', '{"what a later version knows":true}']),
  ])('that nobody can read may be about anything: %s', async (message) => {
    const before = [...missed];
    await sql(replicas[0]!.databaseUrl, `SELECT pg_notify('tour_events_signals', $1)`, [message]);
    await eventually('both to look', () => missed.every((count, i) => count > before[i]!));
    await send(0, 'what can be read');
    await allHeard(1);
    expect(heard).toEqual([['what can be read'], ['what can be read']]);
    for (const { log } of replicas) expect(log.filter((line) => line.includes('could not be read'))).toHaveLength(1);
  });

  it('that may have been missed are repeated when the connection is back', async () => {
    const before = [...missed];
    await sql(
      replicas[0]!.databaseUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'tour-events-listener'`,
    );
    await eventually('both to be signalled', () => missed.every((count, i) => count > before[i]!));
    await send(1, 'again');
    await allHeard(1);
    expect(heard).toEqual([['again'], ['again']]);
  });
});
